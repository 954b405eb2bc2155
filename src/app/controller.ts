/** Opens scenarios and puts them on the page: the place where engine, log and stores meet. */
import type { Opened, Opener } from '../client/opener.ts';
import type { RunListener } from '../client/run.ts';
import { TraceBuffer } from '../derive/trace-buffer.ts';
import { words } from '../derive/words/words.ts';
import { QUEUE_NAMES } from '../derive/words/informer-names.ts';
import type { InformerGeneration, Problem, RunStatus, SourceFile } from '../protocol/protocol.ts';
import { deedsOf } from '../scenario/link-fork.ts';
import { momentTarget, START, type Destination, type Target } from '../store/address.ts';
import { momentFile, readFiles } from '../store/files.ts';
import { FIRST, formWith, galleryText, prepared } from '../store/gallery.ts';
import type { Language, Layout } from '../store/layout.ts';
import type { Marks } from '../store/marks.ts';
import type { Playback } from '../store/playback.ts';
import type { Selection } from '../store/selection.ts';
import type { Branch, Session } from '../store/session.ts';
import type { TimelineLook } from '../store/timeline.ts';
import { readPlace, writePlace } from '../store/view-name.ts';
import { anchorOf } from '../views/kit/anchors.ts';
import { followedObject } from '../views/kit/followed.ts';
import type { ForkWish } from '../views/kit/shell.ts';
import { Branches } from './branches.ts';
import { liveOf, viewArrived, type Live } from './live.ts';
import { differs, finderOf, findIn, isBehindRest, NO_STEP, wantedViews, type Found } from './places.ts';
import { elsewhere, galleryWish, keptWish, linkWish, type Kept, type Wish } from './wishes.ts';

/** A run whose moment is behind its rest goes on for so long at first, then for twice as long. */
const FIRST_SPAN_SECONDS = 600;

/** A fork that another page made. */
function branchOf({ answer }: Live, { fork }: Target): Branch | undefined {
  if (fork === undefined) return undefined;
  const alone = deedsOf(answer.scenario, fork).some((deed) => deed['alone'] === true);
  return { from: fork.from, kept: fork, ...(alone ? { alone } : {}) };
}

export interface Stores {
  readonly session: Session;
  readonly playback: Playback;
  readonly selection: Selection;
  readonly layout: Layout;
  readonly marks: Marks;
  readonly timeline: TimelineLook;
}

export class Controller {
  live: Live | undefined;
  private readonly stores: Stores;
  private readonly opener: Opener;
  private readonly branches: Branches;
  private readonly listeners = new Set<() => void>();
  private attempt = 0;
  private awaitedTarget: Target = START;
  /** The last file opened. */
  private kept: Kept | undefined;

  constructor(stores: Stores, opener: Opener) {
    this.stores = stores;
    this.opener = opener;
    this.branches = new Branches(stores, {
      live: () => this.live,
      show: (live, step) => {
        this.show(live, step);
      },
      listener: (live, onStatus) => this.listenerOf(live, onStatus),
    });
    stores.playback.store.subscribe(() => {
      this.onStep();
    });
  }

  /** Tells when another run is on screen. @returns how to stop listening */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private get language(): Language {
    return this.stores.layout.store.getState().language;
  }

  async go(destination: Destination): Promise<void> {
    switch (destination.kind) {
      case 'home':
        return this.home();
      case 'lab':
        this.stores.session.openLab(destination.moment);
        return;
      case 'gallery':
        return this.openGallery(destination.name, destination.target);
      case 'scenario':
        return this.openScenario(destination.scenario, destination.target);
      case 'file':
        if (this.kept?.origin === destination.digest) return this.open(keptWish(this.kept, destination.target));
        this.awaitedTarget = destination.target;
        this.stores.session.await({ digest: destination.digest, moment: destination.target.at });
        return this.home({ kind: 'bad-scenario', code: 'link-needs-file', params: {} });
      case 'unreadable':
        return this.refuse(destination.problem);
    }
  }

  /** A link that leads nowhere: what is on screen goes on; where nothing is yet, the first page says it. */
  private async refuse(problem: Problem): Promise<void> {
    if (this.live === undefined) return this.home(problem);
    this.stores.session.report(problem);
  }

  async home(problem?: Problem): Promise<void> {
    const { session, playback, selection } = this.stores;
    const { source, answer } = session.state;
    if (answer !== undefined && source.kind === 'gallery' && source.name === FIRST) {
      playback.seek(0);
      selection.select(undefined);
      session.setView('landing');
      if (problem !== undefined) session.report(problem);
      return;
    }
    const text = await galleryText(FIRST);
    const first = galleryWish(FIRST, prepared(FIRST)?.title[this.language] ?? FIRST, text, START);
    await this.open({ ...first, view: 'landing', ...(problem === undefined ? {} : { problem }) });
  }

  /** @param near as in a wish */
  async openGallery(name: string, target = START, near?: number): Promise<void> {
    const item = prepared(name);
    if (item === undefined) {
      return this.refuse({ kind: 'bad-scenario', code: 'link-unknown-scenario', params: { name } });
    }
    const label = item.title[this.language];
    const data = await this.textOf(name, label);
    if (data === undefined) return;
    await this.open({ ...galleryWish(name, label, data, target), ...(near === undefined ? {} : { near }) });
  }

  /** @returns undefined where it did not come, or something else was opened meanwhile */
  private async textOf(name: string, label: string): Promise<string | undefined> {
    const attempt = ++this.attempt;
    this.stores.session.setOpening({ label, done: 0, total: 0 });
    const text = await galleryText(name).catch(() => undefined);
    if (attempt !== this.attempt) return undefined;
    if (text !== undefined) return text;
    this.stores.session.setOpening(undefined);
    await this.refuse({ kind: 'bad-scenario', code: 'worker-unloaded', params: {} });
    return undefined;
  }

  async openScenario(scenario: string, target: Target): Promise<void> {
    await this.open(linkWish({ files: [{ name: 'link', data: scenario }] }, words(this.language).link, target));
  }

  async openFiles(files: readonly File[]): Promise<void> {
    const label = files.map((file) => file.name).join(', ');
    const { session } = this.stores;
    const attempt = ++this.attempt;
    this.opener.cancel();
    session.setOpening({ label, done: 0, total: 0 });
    const read = await readFiles(files);
    if (attempt !== this.attempt) return;
    if (read.ok) return this.openSources(read.value, label);
    session.setOpening(undefined);
    session.report(read.problem);
  }

  async openSources(files: readonly SourceFile[], label: string): Promise<void> {
    const ours = momentFile(files);
    if (ours !== undefined) {
      return this.openScenario(ours.scenario, momentTarget(ours.moment));
    }
    const names = files.map((file) => file.name);
    const { awaited } = this.stores.session.state;
    const target = awaited === undefined ? START : this.awaitedTarget;
    const view = awaited === undefined ? 'summary' : 'stage';
    await this.open({ request: { files }, label, source: { kind: 'files', names }, target, view });
  }

  /**
   * The same scenario with another queue in its informers, at the same event; where that does not come, at the same time. A
   * prepared scenario that has a form with the queue is opened in that form, whose story is its own.
   */
  async regenerate(informerGeneration: InformerGeneration): Promise<void> {
    const { session, playback, selection } = this.stores;
    const { answer, source, view, focus } = session.state;
    const { live } = this;
    if (answer === undefined || live === undefined) return;
    const { step } = playback.state;
    const { object, pinned } = selection.store.getState();
    const select = pinned ? (object ?? '') : '';
    const marks = this.stores.marks.elsewhere();
    const target = { ...START, marks, at: anchorOf(live.trace, step), select, view: writePlace({ view, focus }) };
    const near = live.trace.time(step);
    const form = source.kind === 'gallery' ? formWith(source.name, informerGeneration) : undefined;
    if (form !== undefined) return this.openGallery(form, target, near);
    const request = { files: [elsewhere(answer)], seed: answer.seed, informerGeneration };
    await this.open({ ...linkWish(request, QUEUE_NAMES[informerGeneration], target), near });
  }

  /** Another form of the scenario that is open, at the same time and in the same view. */
  async openAt(scenario: string, ticks: number): Promise<void> {
    const { answer, view, focus } = this.stores.session.state;
    const request = { files: [{ name: 'link', data: scenario }] };
    const target = { ...START, at: String(NO_STEP), view: writePlace({ view, focus }) };
    await this.open({ ...linkWish(request, answer?.title[this.language] ?? '', target), near: ticks });
  }

  /** The same scenario under another version of Kubernetes. */
  async reopen(kubernetesVersion: string): Promise<void> {
    const { answer } = this.stores.session.state;
    if (answer === undefined) return;
    const request = { files: [elsewhere(answer)], kubernetesVersion, seed: answer.seed };
    const target = { ...START, marks: this.stores.marks.elsewhere() };
    await this.open(linkWish(request, `Kubernetes ${kubernetesVersion}`, target));
  }

  /** What if: a branch of its own from the step shown, in which kubectl carries out `entries`. */
  fork(wish: ForkWish): Promise<boolean> {
    return this.branches.fork(wish);
  }

  /** The run that `undoFork` brings back; undefined where this page knows none. */
  get forkedFrom(): number | undefined {
    return this.branches.leftRun;
  }

  /** @param at ticks to stand at; undefined: where the fork was made @returns as Branches.undo */
  undoFork(at?: number): Promise<boolean> {
    return this.branches.undo(at);
  }

  cancelOpening(): void {
    this.attempt++;
    this.opener.cancel();
    this.stores.session.setOpening(undefined);
  }

  private async open(wish: Wish): Promise<void> {
    const attempt = ++this.attempt;
    const { session } = this.stores;
    session.setOpening({ label: wish.label, done: 0, total: 0 });
    const opened = await this.opener.open(wish.request, {
      sink: ({ kinds, lanes }) => new TraceBuffer({ kinds, lanes }),
      onProgress: (done, total) => {
        if (attempt === this.attempt) session.setOpening({ label: wish.label, done, total });
      },
    });
    if (attempt !== this.attempt) {
      if (opened.kind === 'opened') opened.run.dispose();
      return;
    }
    if (opened.kind === 'opened') await this.take(opened, wish, attempt);
    else session.setOpening(undefined);
    if (opened.kind === 'refused') session.report(opened.problem);
  }

  /** Runs the new scenario up to the moment asked for; only then it takes the place of the old one. */
  private async take(
    opened: Extract<Opened<TraceBuffer>, { kind: 'opened' }>,
    asked: Wish,
    attempt: number,
  ): Promise<void> {
    const live = liveOf(opened.run, opened.sink);
    live.origin = (await live.run.moment(0))?.digest ?? '';
    const wrong = this.wrongFile(live, asked);
    const wish: Wish = wrong === undefined ? asked : { ...asked, target: START, view: 'summary' };
    const found = await this.locate(live, wish);
    await viewArrived(live, found.step);
    if (attempt !== this.attempt) {
      live.run.dispose();
      return;
    }
    if (wish.view !== 'landing') this.stores.session.await(undefined);
    if (wish.source.kind === 'files') this.keep(live, wish.label);
    this.swap(live, wish, found.step);
    const problem = wish.problem ?? found.problem ?? wrong ?? differs(live, found.step, wish.target);
    if (problem !== undefined) this.stores.session.report(problem);
  }

  private swap(live: Live, wish: Wish, step: number): void {
    const { session, selection, marks } = this.stores;
    const old = this.live;
    this.branches.forget();
    marks.open(wish.target.marks);
    selection.select(wish.target.select === '' ? undefined : wish.target.select);
    // Who went to the laboratory while the first scenario came in stays there.
    const stays = session.state.view === 'lab' && wish.view === 'landing';
    const place = readPlace(wish.target.view) ?? { view: wish.view, focus: '' };
    session.opened(
      live.id,
      live.answer,
      wish.source,
      stays ? { view: 'lab', focus: '' } : place,
      branchOf(live, wish.target),
    );
    this.show(live, step);
    old?.run.dispose();
  }

  private show(live: Live, step: number): void {
    const { playback, selection } = this.stores;
    this.live = live;
    playback.open(live.trace, live.answer.ticksPerSecond, step);
    this.grow(live);
    selection.follow(followedObject(live.trace, step));
    for (const listener of [...this.listeners]) listener();
  }

  /** The run on screen goes on past its rest. @returns the first step at the tick or after it, undefined if none came */
  async runOn(tick: number): Promise<number | undefined> {
    const { live } = this;
    if (live === undefined) return undefined;
    const { trace } = live;
    await live.run.goOn(tick, this.listenerOf(live));
    const step = trace.stepOfTime(tick - 1) + 1;
    return this.live === live && step <= trace.length ? step : undefined;
  }

  /** Starts the engine, and waits until it has come to the target or to rest. */
  private locate(live: Live, { target, near }: Wish): Promise<Found> {
    return new Promise((resolve) => {
      let span = live.answer.ticksPerSecond * FIRST_SPAN_SECONDS;
      let rested = -1;
      const onStatus = ({ steps, simMicros, state }: RunStatus): void => {
        const found = findIn(live, target, near);
        if (found?.problem !== undefined && state !== 'event-limit' && steps > rested && isBehindRest(live, target)) {
          rested = steps;
          void live.run.goOn(simMicros + span, listener);
          span *= 2;
        } else if (found !== undefined) resolve(found);
      };
      const onProblem = (problem: Problem): void => {
        resolve({ step: 0, problem });
      };
      const listener = this.listenerOf(live, onStatus, onProblem);
      void live.run.pump(listener);
    });
  }

  /** @param onProblem hears what goes wrong before the run is on screen */
  private listenerOf(
    live: Live,
    onStatus?: (status: RunStatus) => void,
    onProblem?: (problem: Problem) => void,
  ): RunListener {
    return {
      onStatus: (status) => {
        live.status = status;
        onStatus?.(status);
        if (this.live === live) this.grow(live);
      },
      onProblem: ({ params, ...rest }) => {
        const problem: Problem = { ...rest, params: { ...params, step: live.trace.length } };
        if (this.live === live || onProblem === undefined) this.stores.session.report(problem);
        else onProblem(problem);
      },
    };
  }

  private grow({ status, trace }: Live): void {
    this.stores.playback.grow(status);
    this.stores.marks.settle(finderOf(trace), status.state !== 'running');
  }

  private keep({ origin, answer }: Live, label: string): void {
    this.kept = { origin, label, name: answer.name, scenario: answer.scenario };
  }

  /** The moment of a link means nothing in another file than its own: such a file is opened at its start. */
  private wrongFile(live: Live, wish: Wish): Problem | undefined {
    const { awaited } = this.stores.session.state;
    if (awaited === undefined || awaited.digest === live.origin || wish.source.kind !== 'files') return undefined;
    return { kind: 'bad-scenario', code: 'link-wrong-file', params: {} };
  }

  /** Keeps selection and views in step with the play-head. */
  private onStep(): void {
    const { live } = this;
    if (live === undefined) return;
    const { step, goal, playing, speed } = this.stores.playback.state;
    this.stores.selection.follow(followedObject(live.trace, goal ?? step));
    live.want(wantedViews(step, goal, live.trace.length, playing && speed !== 'max' ? 8 * speed + 4 : 3));
    const { session } = this.stores;
    if (session.state.view === 'summary' && this.stores.playback.state.move !== 'open') session.setView('stage');
  }
}
