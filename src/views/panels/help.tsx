import { useEffect, useRef, type ReactElement } from 'react';
import { IconButton } from '../kit/controls.tsx';
import { timelineWords } from '../../derive/words/timeline.ts';
import { useLayout, useWords } from '../kit/shell.ts';

/** Every key. A native dialog: focus stays inside, Esc closes it and focus goes back. */
export default function Help({ onClose }: { readonly onClose: () => void }): ReactElement {
  const words = useWords();
  const timeline = timelineWords(useLayout((s) => s.language));
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="help-title" onClose={onClose}>
      <div className="dialog-body">
        <header className="row">
          <h2 id="help-title">{words.help}</h2>
          <span className="sp" />
          <IconButton icon="close" label={words.close} onClick={() => dialog.current?.close()} />
        </header>
        <p className="i2">{words.helpIntro}</p>
        <table className="t keys-table">
          <caption className="cap">{words.keys}</caption>
          <tbody>
            <KeyRows rows={words.keyRows} />
          </tbody>
        </table>
        <table className="t keys-table">
          <caption className="cap">{timeline.keysTitle}</caption>
          <tbody>
            <KeyRows rows={timeline.keyRows} />
          </tbody>
        </table>
        <p className="t1 i3">{words.keysHint}</p>
        <h3>{words.howToRead}</h3>
        <ul className="help-list">
          {words.reading.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
    </dialog>
  );
}

function KeyRows({ rows }: { readonly rows: readonly (readonly [string, string])[] }): ReactElement {
  return (
    <>
      {rows.map(([keys, what]) => (
        <tr key={keys}>
          <td>
            {keys.split(' / ').map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </td>
          <td>{what}</td>
        </tr>
      ))}
    </>
  );
}
