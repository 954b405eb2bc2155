import { useEffect, useMemo, type ReactElement } from 'react';
import { goName, opSentence, virtualTime } from '../../derive/words/lab.ts';
import { count } from '../../derive/words/numbers.ts';
import type { LabRun } from '../../protocol/lab.ts';
import { timeOf } from '../../store/lab-state.ts';
import { isComposing } from '../kit/composing.ts';
import { SPEEDS, type Speed } from '../../store/playback.ts';
import { IconButton, Segmented } from '../kit/controls.tsx';
import { useWords } from '../kit/shell.ts';
import { StepField } from '../kit/step-field.tsx';
import { useLab, useLabState, useLabWords } from './use-lab.ts';
import { useSize } from './use-size.ts';

const SPEED_TEXT: Readonly<Record<string, string>> = { '0.25': '¼', '0.5': '½', max: 'max' };
const speedText = (speed: Speed): string => SPEED_TEXT[String(speed)] ?? `${String(speed)}×`;

/** The clock of the laboratory: the same names and keys as the cluster's. */
export function LabTransport(): ReactElement {
  const lab = useLab();
  const page = useWords();
  const words = useLabWords();
  const main = useLabState((s) => s.main);
  const playing = useLabState((s) => s.playing);
  const step = main?.step ?? 0;
  const steps = main?.run.ops.length ?? 0;
  const op = main?.run.ops[step - 1];
  const speed = useLabState((s) => s.speed);
  const broken = useLabState((s) => s.problems.length > 0);
  useLabKeys();
  const walk = (
    name: 'first' | 'back' | 'step' | 'last',
    keys: string,
    off: boolean,
    act: () => void,
  ): ReactElement => (
    <IconButton
      icon={name}
      label={page.walk[name]}
      keys={keys}
      aria-disabled={off || broken}
      {...(broken ? { 'aria-describedby': 'lab-broken' } : {})}
      onClick={act}
    />
  );
  return (
    <footer className="lab-transport" data-lab-keys="">
      <div className="tgroup" role="group" aria-label={page.transport}>
        {walk('first', 'Home', step === 0, () => {
          lab.first();
        })}
        {walk('back', '←', step === 0, () => {
          lab.stepBack();
        })}
        <IconButton
          className="play"
          icon={playing ? 'pause' : 'play'}
          label={playing ? page.pause : page.play}
          keys={page.space}
          aria-disabled={broken}
          {...(broken ? { 'aria-describedby': 'lab-broken' } : {})}
          onClick={() => {
            lab.toggle();
          }}
        />
        {walk('step', '→', step >= steps, () => {
          lab.stepForward();
        })}
        {walk('last', 'End', step >= steps, () => {
          lab.last();
        })}
      </div>
      <Segmented
        small
        label={page.speed}
        value={speed}
        options={SPEEDS.map((value) => ({ value, text: speedText(value), name: page.speedName(String(value)) }))}
        onChange={(value) => {
          lab.setSpeed(value);
        }}
      />
      {main !== undefined && <Slider run={main.run} step={step} />}
      <span className="now num lab-time">{virtualTime(main === undefined ? 0 : timeOf(main.run, step))}</span>
      <span className="now num">
        <i>{words.step}</i>{' '}
        <StepField
          step={step}
          landing={(text) => lab.landing(text)}
          goTo={(text) => lab.goTo(text)}
          className="lab-wrong"
        />{' '}
        <i>/ {count(steps)}</i>
      </span>
      {broken ? (
        <span className="lab-broken t1" id="lab-broken" role="status">
          {words.broken}
        </span>
      ) : (
        <span className="lab-now t1 i2 ell" role="status" data-testid="lab-status">
          {op === undefined ? words.sentenceStart : opSentence(op, words)}
        </span>
      )}
    </footer>
  );
}

const BARS = 120;

/** Steps by goroutine behind the thumb: taller where more happens at once. */
function Slider({ run, step }: { readonly run: LabRun; readonly step: number }): ReactElement {
  const lab = useLab();
  const words = useLabWords();
  const [root, width] = useSize();
  const steps = run.ops.length;
  const heights = useMemo(() => densityOf(run), [run]);
  const bar = width / Math.max(1, heights.length);
  const now = steps === 0 ? 0 : (step / steps) * width;
  const path = (from: number, to: number): string =>
    heights
      .map((height, index) => {
        const x = index * bar;
        return x >= from && x < to
          ? `M${x.toFixed(1)} 20v${(-height).toFixed(1)}h${Math.max(1, bar - 1).toFixed(1)}v${height.toFixed(1)}z`
          : '';
      })
      .join('');
  return (
    <div className="lab-slider" ref={root}>
      <svg width={width} height={20} aria-hidden="true">
        <path className="span-running" d={path(0, now)} />
        <path className="span-running-later" d={path(now, width + 1)} />
        <path className="lane-head" d={`M${now.toFixed(1)} 0v20`} />
      </svg>
      <input
        type="range"
        min={0}
        max={steps}
        value={step}
        aria-label={words.slider}
        aria-valuetext={`${count(step)} / ${count(steps)}${run.ops[step - 1] === undefined ? '' : `, ${goName(run.ops[step - 1]?.goroutine ?? 1)}`}`}
        onChange={(event) => {
          lab.seek(Number(event.target.value));
        }}
      />
    </div>
  );
}

/** How much virtual work each stretch of steps is. */
function densityOf(run: LabRun): readonly number[] {
  const n = Math.min(BARS, run.ops.length);
  const sums = Array.from({ length: n }, () => 0);
  run.ops.forEach(({ cost }, index) => {
    const at = Math.floor((index / run.ops.length) * n);
    sums[at] = (sums[at] ?? 0) + Math.max(1, cost);
  });
  const most = Math.max(1, ...sums);
  return sums.map((sum) => 3 + (sum / most) * 15);
}

const OWN_KEYS = 'input, textarea, select, [data-own-keys], [role=radiogroup], [role=menu], [role=dialog], dialog, pre';

/** Arrows, Home, End, Space and G, wherever nothing else takes them. */
function useLabKeys(): void {
  const lab = useLab();
  useEffect(() => {
    const act: Readonly<Record<string, () => void>> = {
      ArrowRight: () => {
        lab.stepForward();
      },
      ArrowLeft: () => {
        lab.stepBack();
      },
      Home: () => {
        lab.first();
      },
      End: () => {
        lab.last();
      },
      ' ': () => {
        lab.toggle();
      },
      g: () => {
        document.getElementById('go-to-step')?.focus();
      },
    };
    const onKey = (event: KeyboardEvent): void => {
      const { target, key } = event;
      if (event.defaultPrevented || isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!(target instanceof Element) || target.closest(OWN_KEYS) !== null) return;
      if (key === ' ' && target.closest('button, a[href], summary') !== null) return;
      // Letters act only where nothing has the focus (WCAG 2.1.4).
      if (key === 'g' && target !== document.body && target.closest('[data-lab-keys]') === null) return;
      const run = act[key];
      if (run === undefined) return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
    };
  }, [lab]);
}
