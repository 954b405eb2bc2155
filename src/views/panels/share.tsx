import { Popover } from 'radix-ui';
import { lazy, Suspense, useId, useState, type ReactElement } from 'react';
import { count } from '../../derive/words/numbers.ts';
import { Icon } from '../kit/icons.tsx';
import { useSession, useShell, useWords, type ShareInfo } from '../kit/shell.ts';

/** Comes with the words of the fault bench, which the first screen does without. */
const Deeds = lazy(() => import('../faults/share-deeds.tsx').catch(() => ({ default: (): ReactElement => <></> })));

const CHAT_LIMIT = 2000;

/** The moment as an address, what is in it, and what to do where it is too long. */
export function SharePopover({ phone }: { readonly phone: boolean }): ReactElement {
  const { commands } = useShell();
  const words = useWords();
  const ready = useSession((s) => s.answer !== undefined);
  const [info, setInfo] = useState<ShareInfo | undefined>(undefined);
  const onOpenChange = (open: boolean): void => {
    setInfo(undefined);
    if (open) void commands.share().then(setInfo);
  };
  return (
    <Popover.Root onOpenChange={onOpenChange}>
      <Popover.Trigger
        className={phone ? 'btn icon' : 'btn'}
        disabled={!ready}
        aria-label={words.share}
        title={words.share}
      >
        <Icon name="share" />
        {!phone && words.share}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="pop share"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={words.shareTitle}
        >
          <h2>{words.shareTitle}</h2>
          {info === undefined ? <p className="i2">{words.makingLink}</p> : <ShareBody info={info} />}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function ShareBody({ info }: { readonly info: ShareInfo }): ReactElement {
  const words = useWords();
  const [copied, setCopied] = useState<'no' | 'yes' | 'by-hand'>('no');
  const label = useId();
  const copy = (): void => {
    navigator.clipboard.writeText(info.link).then(
      () => {
        setCopied('yes');
      },
      () => {
        setCopied('by-hand');
      },
    );
  };
  const { file } = info;
  return (
    <>
      <label className="t1 i3" htmlFor={label}>
        {words.link}
      </label>
      <div className="row">
        <input
          id={label}
          className="field link-field mono"
          readOnly
          value={info.link}
          onFocus={(event) => {
            event.target.select();
          }}
        />
        <button type="button" className="btn pri" onClick={copy}>
          <Icon name={copied === 'yes' ? 'check' : 'copy'} />
          {copied === 'yes' ? words.copied : words.copyLink}
        </button>
      </div>
      {copied === 'by-hand' && <p className="t1 warn">{words.copyByHand}</p>}
      <p className="t1 i2 num">
        {words.characters(count(info.characters))}{' '}
        {info.characters > CHAT_LIMIT && <b className="warn">{words.tooLongForChat}</b>}
      </p>
      {file !== undefined && (
        <div className="share-file">
          <p>{words.needsFile}</p>
          <button
            type="button"
            className="btn"
            onClick={() => {
              download(file.name, file.text);
            }}
          >
            <Icon name="download" />
            {words.downloadFile}
          </button>
        </div>
      )}
      <h3>{file === undefined ? words.included : words.includedFile}</h3>
      <ul className="share-list">
        <li>{info.gallery ? words.includesName(info.scenarioName) : words.includesScenario(info.scenarioName)}</li>
        <li className="num">{words.includesStep(count(info.step))}</li>
        {info.deeds.length > 0 && (
          <Suspense>
            <Deeds deeds={info.deeds} />
          </Suspense>
        )}
        {info.selection !== '' && <li>{words.includesSelection(info.selection)}</li>}
        <MarksIncluded what="breakpoints" texts={info.marks.breakpoints} />
        <MarksIncluded what="watches" texts={info.marks.watches} />
        <MarksIncluded what="bookmarks" texts={info.marks.bookmarks.map(({ name }) => name)} />
      </ul>
      <p className="t1 i3">{file === undefined ? words.nothingSent : words.nothingSentFile}</p>
    </>
  );
}

interface MarksProps {
  readonly what: 'bookmarks' | 'breakpoints' | 'watches';
  readonly texts: readonly string[];
}

/** Somebody else will read them. */
function MarksIncluded({ what, texts }: MarksProps): ReactElement | undefined {
  const words = useWords();
  if (texts.length === 0) return undefined;
  return (
    <li data-marks={what} data-count={texts.length}>
      {words.includesMarks[what](count(texts.length))}
      <ul>
        {texts.map((text, i) => (
          <li key={i} className={what === 'bookmarks' ? '' : 'mono t1'}>
            {text}
          </li>
        ))}
      </ul>
    </li>
  );
}

export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 10_000);
}
