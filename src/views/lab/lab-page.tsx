import { useEffect, useRef, useState, type ReactElement } from 'react';
import { count } from '../../derive/words/numbers.ts';
import type { Param } from '../../labs/lab.ts';
import { LAB_LIST, labOf, variantOf } from '../../store/lab-state.ts';
import type { LabStore } from '../../store/lab.ts';
import { Segmented } from '../kit/controls.tsx';
import { Icon } from '../kit/icons.tsx';
import { Menu } from '../kit/menu.tsx';
import { useLayout, useSession, useShell } from '../kit/shell.ts';
import { BenchView } from './bench.tsx';
import { Explore, Races } from './machine-explore.tsx';
import { Lesson } from './machine-lesson.tsx';
import { OwnGuide, OwnNotes } from './machine-own.tsx';
import { MachineState } from './machine-state.tsx';
import { LabTransport } from './machine-transport.tsx';
import { MainProgram, OtherProgram } from './machine.tsx';
import { LabContext, useLab, useLabState, useLabWords } from './use-lab.ts';
import './machine.css';
import './machine-lesson.css';
import './machine-state.css';
import './machine-narrow.css';

/** The concurrency laboratory: the machine of goroutines in virtual time; below it what is measured for real. */
export default function LabPage({ lab }: { readonly lab: LabStore }): ReactElement {
  return (
    <LabContext value={lab}>
      <Laboratory />
    </LabContext>
  );
}

function Laboratory(): ReactElement {
  const words = useLabWords();
  const id = useLabState((s) => s.lab);
  const variant = useLabState((s) => s.variant);
  const main = useLabState((s) => s.main);
  const beside = useLabState((s) => s.beside);
  const playing = useLabState((s) => s.playing);
  const schedule = useLabState((s) => s.schedule);
  const differs = useLabState((s) => s.differs);
  const broken = useLabState((s) => s.problems.length > 0);
  const [other, setOther] = useState(false);
  useAddress();
  const shown = main?.view?.step === main?.step ? main?.view : undefined;
  return (
    <div
      className="lab"
      data-testid="lab"
      data-lab={id}
      data-variant={variant}
      data-step={main?.step ?? 0}
      data-steps={main?.run.ops.length ?? 0}
      data-digest={shown?.digest ?? ''}
      data-seed={schedule.kind === 'seed' ? schedule.seed : ''}
      data-schedule={schedule.kind}
      data-playing={String(playing)}
    >
      <Head />
      {differs && (
        <p className="note warn-note lab-differs" role="alert" data-testid="lab-differs">
          <Icon name="warn" />
          <span>{words.differs}</span>
        </p>
      )}
      {main === undefined && !broken && <p className="lab-wait i2">{words.starting}</p>}
      {beside !== undefined && <Shown other={other} onChange={setOther} />}
      <div className={beside === undefined ? 'lab-room alone' : 'lab-room'}>
        <div
          className={beside === undefined ? 'lab-programs' : 'lab-programs two'}
          data-shown={other ? 'other' : 'main'}
        >
          <MainProgram />
          {beside !== undefined && <OtherProgram bench={beside} />}
        </div>
        <MachineState />
        <Aside />
      </div>
      <LabTransport />
      <BenchView />
    </div>
  );
}

/** Where only one of two programs has room: which. */
function Shown(props: { readonly other: boolean; readonly onChange: (other: boolean) => void }): ReactElement {
  const words = useLabWords();
  const language = useLayout((s) => s.language);
  const lab = labOf(useLabState((s) => s.lab));
  const variant = useLabState((s) => s.variant);
  const beside = useLabState((s) => s.beside?.variant ?? '');
  return (
    <div className="lab-shown">
      <Segmented
        label={words.shown}
        value={props.other ? 'other' : 'main'}
        options={[
          { value: 'main', text: variantOf(lab, variant).title[language] },
          { value: 'other', text: variantOf(lab, beside).title[language] },
        ]}
        onChange={(value) => {
          props.onChange(value === 'other');
        }}
      />
    </div>
  );
}

function Aside(): ReactElement {
  return (
    <div className="lab-aside">
      <Lesson />
      <OwnGuide />
      <Explore />
      <OwnNotes />
      <Races />
    </div>
  );
}

/** What an address asked for is opened once; from then on the address is that of the moment shown. */
function useAddress(): void {
  const lab = useLab();
  const { session } = useShell();
  const wish = useSession((s) => s.labWish);
  const begun = useRef(false);
  useEffect(() => {
    if (wish !== undefined) {
      begun.current = true;
      const taken = session.takeLabWish();
      if (taken !== undefined) void lab.open(taken);
    } else if (!begun.current) {
      begun.current = true;
      if (lab.state.main === undefined) void lab.begin();
    }
  }, [lab, session, wish]);
  useEffect(() => {
    const tell = (): void => {
      const { main, playing, ran } = lab.state;
      if (main === undefined || playing || main.view?.step !== main.step || ran === '') return;
      const { link } = lab;
      if (JSON.stringify(link) !== JSON.stringify(session.state.labShown)) session.showLab(link);
    };
    tell();
    return lab.store.subscribe(tell);
  }, [lab, session]);
}

function Head(): ReactElement {
  const lab = useLab();
  const words = useLabWords();
  const language = useLayout((s) => s.language);
  const id = useLabState((s) => s.lab);
  const found = labOf(id);
  return (
    <header className="lab-head">
      <div className="row lab-title">
        <h1>{words.title}</h1>
        <Menu
          label={words.chooseLab(found.title[language])}
          button={
            <>
              <span className="ell">{found.title[language]}</span>
              <Icon name="down" size={12} />
            </>
          }
          groups={[
            {
              title: words.labs,
              entries: LAB_LIST.map((one) => ({
                id: one.id,
                text: one.title[language],
                on: one.id === id,
                onSelect: () => void lab.choose(one.id),
              })),
            },
          ]}
        />
        <span className="sp" />
        <CopyLink />
      </div>
      <p className="i2">{words.lead}</p>
      <div className="lab-tools">
        <Variants />
        <Params />
        <Schedule />
      </div>
    </header>
  );
}

function CopyLink(): ReactElement {
  const words = useLabWords();
  const { commands } = useShell();
  const [copied, setCopied] = useState('');
  const copy = async (): Promise<void> => {
    const { link } = await commands.share();
    await navigator.clipboard.writeText(link).then(
      () => {
        setCopied(words.copied);
      },
      () => {
        setCopied(words.copyByHand);
      },
    );
  };
  return (
    <>
      <span className="t1 i2" role="status">
        {copied}
      </span>
      <button type="button" className="btn" onClick={() => void copy()}>
        <Icon name="share" />
        {words.share}
      </button>
    </>
  );
}

function Variants(): ReactElement | undefined {
  const lab = useLab();
  const words = useLabWords();
  const language = useLayout((s) => s.language);
  const found = labOf(useLabState((s) => s.lab));
  const variant = useLabState((s) => s.variant);
  const beside = useLabState((s) => s.beside?.variant ?? '');
  if (found.variants.length < 2) return undefined;
  const others = found.variants.filter((one) => one.id !== variant);
  return (
    <>
      <label className="t1 i2">
        {words.variant}{' '}
        <select
          className="field"
          value={variant}
          onChange={(event) => void lab.chooseVariant(event.target.value)}
          data-testid="variant"
        >
          {found.variants.map((one) => (
            <option key={one.id} value={one.id}>
              {one.title[language]}
            </option>
          ))}
        </select>
      </label>
      <label className="t1 i2">
        {words.beside}{' '}
        <select
          className="field"
          value={beside}
          onChange={(event) => void lab.setBeside(event.target.value === '' ? undefined : event.target.value)}
          data-testid="beside"
        >
          <option value="">{words.besideNone}</option>
          {others.map((one) => (
            <option key={one.id} value={one.id}>
              {one.title[language]}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

function Params(): ReactElement {
  const found = labOf(useLabState((s) => s.lab));
  const variant = variantOf(
    found,
    useLabState((s) => s.variant),
  );
  return (
    <>
      {(variant.params ?? []).map((one) => (
        <ParamChoice key={one.name} param={one} />
      ))}
    </>
  );
}

const OFFERED = [0, 1, 2, 3, 4, 6, 8, 12, 16];

function ParamChoice({ param }: { readonly param: Param }): ReactElement {
  const lab = useLab();
  const language = useLayout((s) => s.language);
  const { name, label, min, max } = param;
  const value = useLabState((s) => s.params[name] ?? param.value);
  const offered = [...new Set([...OFFERED.filter((one) => one >= min && one <= max), value])].sort((a, b) => a - b);
  return (
    <span className="lab-param">
      <span className="t1 i3" aria-hidden="true">
        {label[language]}
      </span>
      <Segmented
        small
        label={label[language]}
        value={value}
        options={offered.map((one) => ({ value: one, text: count(one) }))}
        onChange={(wanted) => void lab.setParam(name, wanted)}
      />
    </span>
  );
}

function Schedule(): ReactElement {
  const lab = useLab();
  const words = useLabWords();
  const schedule = useLabState((s) => s.schedule);
  const pins = schedule.kind === 'seed' ? schedule.pins.length : 0;
  return (
    <span className="lab-param">
      <span className="t1 i2 num">
        {schedule.kind === 'way' ? words.way : `${words.seed} ${String(schedule.seed)}`}
        {pins > 0 && `, ${words.pinned(count(pins))}`}
      </span>
      {(pins > 0 || schedule.kind === 'way') && (
        <button
          type="button"
          className="btn"
          onClick={() => void lab.reseed(schedule.kind === 'seed' ? schedule.seed : 1)}
        >
          {words.unpin}
        </button>
      )}
      <button type="button" className="btn" onClick={() => void lab.anotherSchedule()}>
        <Icon name="reset" />
        {words.another}
      </button>
    </span>
  );
}
