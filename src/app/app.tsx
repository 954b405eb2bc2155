import { Suspense, useEffect, useRef, useSyncExternalStore, type ReactElement, type ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { words as wordsOf } from '../derive/words/words.ts';
import { RAIL_BESIDE_MAX } from '../store/layout.ts';
import {
  ShellContext,
  useLayout,
  usePlayback,
  useSession,
  useShell,
  useWords,
  type Shell,
} from '../views/kit/shell.ts';
import { Drawer, FoldedLeft, FoldedRight } from '../views/panels/folded-rails.tsx';
import { Inspector } from '../views/panels/inspector.tsx';
import { Landing } from '../views/panels/landing.tsx';
import { OpeningNote } from '../views/panels/opening.tsx';
import { ProblemAlert } from '../views/panels/problem.tsx';
import { LeftRail } from '../views/panels/rail.tsx';
import { Sheet } from '../views/panels/sheet.tsx';
import { StatusLine } from '../views/panels/status-line.tsx';
import { TopBar } from '../views/panels/top-bar.tsx';
import { PhoneTransport, SlimTransport, SlimWords, Transport } from '../views/panels/transport.tsx';
import type { Page } from './compose.ts';
import {
  ApiServer,
  BreachNotice,
  Breakpoints,
  Faults,
  Help,
  Informer,
  Lab,
  Queues,
  StillDue,
  Summary,
  TimelineTools,
  WhatIf,
  Why,
  WhyNode,
  Workloads,
} from './late-views.ts';
import { FocusBack, FocusIn } from './room-focus.ts';
import { StageSlot } from './stage-slot.tsx';
import { TimelineSlot } from './timeline-slot.tsx';
import { useWidth } from './use-width.ts';

export function App({ page }: { readonly page: Page }): ReactElement {
  const { controller, stores, commands, playhead } = page;
  const run = useSyncExternalStore(controller.subscribe, () => controller.live);
  const shell: Shell = { ...stores, commands, run, playhead };
  return (
    <ShellContext value={shell}>
      <Frame />
    </ShellContext>
  );
}

function Frame(): ReactElement {
  const width = useWidth();
  const landing = useSession((s) => s.view === 'landing');
  const lab = useSession((s) => s.view === 'lab');
  const { layout, run } = useShell();
  const help = useLayout((s) => s.help);
  useTitle();
  useFocusOnStage(landing || lab, run !== undefined);
  return (
    <div
      className={`app ${landing || lab ? 'on-landing' : ''} ${width}`}
      {...(landing ? {} : { 'data-testid': 'drop-zone' })}
    >
      <TopBar phone={width === 'phone'} />
      {lab && <LabRoom />}
      {landing && (
        <Landing
          picture={
            <Guarded>
              <StageSlot simple={width !== 'phone'} />
            </Guarded>
          }
        />
      )}
      {!landing && !lab && <Desk width={width} />}
      {!landing && !lab && <Breach />}
      <ProblemAlert />
      <OpeningNote />
      <StatusLine />
      <DropHint />
      {help && (
        <Suspense>
          <Help
            onClose={() => {
              layout.setHelp(false);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** What the engine found comes late, and so does the note on it. */
function Breach(): ReactElement | undefined {
  const broken = usePlayback((s) => s.stops.some(({ breach }) => breach !== undefined));
  if (!broken) return undefined;
  return (
    <Suspense>
      <BreachNotice />
    </Suspense>
  );
}

function LabRoom(): ReactElement {
  return (
    <main className="lab-room" id="main">
      <Guarded>
        <Suspense>
          <Lab />
        </Suspense>
      </Guarded>
    </main>
  );
}

function Desk({ width }: { readonly width: ReturnType<typeof useWidth> }): ReactElement {
  const railWidth = useLayout((s) => s.railWidth);
  const answered = useAnswered();
  if (width === 'phone') return <PhoneDesk />;
  const wide = width === 'wide';
  const columns = wide
    ? `${String(Math.min(railWidth, RAIL_BESIDE_MAX))}px minmax(0, 1fr) var(--inspector-w)`
    : '40px minmax(0, 1fr) 40px';
  return (
    <>
      <div className="desk" inert={answered} style={{ gridTemplateColumns: columns }}>
        <Guarded>{wide ? <LeftRail /> : <FoldedLeft />}</Guarded>
        <main className="middle" id="main">
          <Guarded>
            <StageSlot />
          </Guarded>
          <Import />
          {!wide && <Drawer />}
        </main>
        <Guarded>{wide ? <RightRail /> : <FoldedRight />}</Guarded>
      </div>
      <Answer />
      <footer className={answered ? 'dock slim' : 'dock'}>
        {answered ? <SlimTransport /> : <Transport tools={<Tools />} />}
        <Guarded>
          <TimelineSlot />
        </Guarded>
        {answered && <SlimWords />}
      </footer>
    </>
  );
}

function Tools(): ReactElement {
  return (
    <Suspense>
      <StillDue />
      <Breakpoints />
      <TimelineTools />
    </Suspense>
  );
}

function RightRail(): ReactElement {
  const words = useWords();
  return (
    <aside className="pane rr right-rail" aria-label={words.inspector}>
      <Inspector />
    </aside>
  );
}

function PhoneDesk(): ReactElement {
  const answered = useAnswered();
  return (
    <>
      <main className="middle" id="main" inert={answered}>
        <Guarded>
          <StageSlot />
        </Guarded>
        <Import />
      </main>
      <div className="sheet-room" inert={answered}>
        <Guarded>
          <Sheet />
        </Guarded>
      </div>
      <Answer />
      <footer className="thumb">
        <Guarded>
          <TimelineSlot />
        </Guarded>
        <PhoneTransport
          tools={
            <Suspense>
              <StillDue />
              <Breakpoints />
            </Suspense>
          }
        />
      </footer>
    </>
  );
}

const ANSWERS = {
  why: Why,
  'why-node': WhyNode,
  queues: Queues,
  'what-if': WhatIf,
  informer: Informer,
  'api-server': ApiServer,
  faults: Faults,
  workloads: Workloads,
} as const;
const isAnswer = (view: string): view is keyof typeof ANSWERS => Object.hasOwn(ANSWERS, view);
const useAnswered = (): boolean => useSession((s) => isAnswer(s.view));

/** An answer lies over the desk, which stays where it is; the clock at its foot stays in reach. */
function Answer(): ReactElement | undefined {
  const { session } = useShell();
  const view = useSession((s) => s.view);
  if (!isAnswer(view)) return undefined;
  const View = ANSWERS[view];
  return (
    <main className="answer-room" id="answer" tabIndex={-1}>
      <FocusBack />
      <Guarded>
        <Suspense>
          <View
            onClose={() => {
              session.setView('stage');
            }}
          />
          <FocusIn key={view} />
        </Suspense>
      </Guarded>
    </main>
  );
}

/** What was read lies over the stage until the first step. */
function Import(): ReactElement | undefined {
  const { session } = useShell();
  const view = useSession((s) => s.view);
  if (view !== 'summary') return undefined;
  return (
    <div className="over">
      <Guarded>
        <Suspense>
          <Summary
            onClose={() => {
              session.setView('stage');
            }}
          />
        </Suspense>
      </Guarded>
    </div>
  );
}

/** One panel that breaks leaves the others alone. */
function Guarded({ children }: { readonly children: ReactNode }): ReactElement {
  const words = useWords();
  return (
    <ErrorBoundary
      fallbackRender={({ resetErrorBoundary }) => (
        <div className="broken" role="alert">
          <p>{words.panelBroke}</p>
          <button type="button" className="btn" onClick={resetErrorBoundary}>
            {words.tryAgain}
          </button>
        </div>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}

function DropHint(): ReactElement {
  const words = useWords();
  return (
    <div className="drop-hint" aria-hidden="true">
      <b>{words.dropAnywhere}</b>
    </div>
  );
}

function useTitle(): void {
  const language = useLayout((s) => s.language);
  const title = useSession((s) => s.answer?.title);
  const lab = useSession((s) => s.view === 'lab');
  useEffect(() => {
    const open = lab ? wordsOf(language).lab : title?.[language];
    document.title = open === undefined ? 'Steplane' : `${open} · Steplane`;
  }, [language, title, lab]);
}

/** The button that led here is gone with the landing page: keys go to the stage. Not so where a link opened it. */
function useFocusOnStage(landing: boolean, open: boolean): void {
  const before = useRef(false);
  useEffect(() => {
    if (before.current && !landing) document.querySelector<HTMLElement>('[data-testid=stage]')?.focus();
    before.current = landing && open;
  }, [landing, open]);
}

/** Said where not even the shell can be drawn. */
export function Broken(): ReactElement {
  const words = wordsOf(document.documentElement.lang === 'ja' ? 'ja' : 'en');
  return (
    <div className="broken" role="alert">
      <p>{words.panelBroke}</p>
    </div>
  );
}
