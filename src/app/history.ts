/**
 * The address bar: always a link to the moment on screen. Walking replaces the entry of the browser's history; a jump, an
 * opening, a fork and going into a room or out of it add one.
 */
import { deedsOf, forkIn, forLink, textBefore, type KeptFork } from '../scenario/link-fork.ts';
import { NO_MARKS } from '../scenario/link-marks.ts';
import { timelineOf } from '../scenario/raw-timeline.ts';
import {
  LAB_HASH,
  readAddress,
  START,
  writeAddress,
  writeLabAddress,
  writeMomentFile,
  type Destination,
  type Standing,
} from '../store/address.ts';
import { anchorOf, findAnchor } from '../views/kit/anchors.ts';
import type { ForkWish, ShareInfo } from '../views/kit/shell.ts';
import type { Branch, SessionState, View } from '../store/session.ts';
import { readPlace, writePlace, type Place } from '../store/view-name.ts';
import type { Controller, Stores } from './controller.ts';

const DEBOUNCE_MILLIS = 1000;
/** Compressing a longer scenario at every pause would be felt; Share does it once. */
const QUIET_TEXT_MAX = 200_000;

/** What an entry of the browser's history was written for. Runs are counted anew at each load of the page. */
interface Entry {
  readonly run: number;
  readonly load: number;
  readonly fork?: KeptFork;
}
const isOf = (state: unknown, run: number | undefined): boolean => {
  if (typeof state !== 'object' || state === null || run === undefined) return false;
  const entry: Partial<Entry> = state;
  return entry.run === run && entry.load === performance.timeOrigin;
};

/**
 * What is an entry of the browser's history when it is gone to. Both runs side by side are a room of their own; what else a
 * room is about is chosen within it; the import summary lies over the stage and is in no address.
 */
function roomOf({ view, focus }: Place): View | 'beside' {
  if (view === 'summary') return 'stage';
  return view === 'faults' && focus === 'beside' ? 'beside' : view;
}
/** The others have no play-head. */
const inRun = (view: View): boolean => view !== 'landing' && view !== 'lab';

function placeIn(destination: Destination): Place {
  if (destination.kind === 'home') return { view: 'landing', focus: '' };
  if (destination.kind === 'lab') return { view: 'lab', focus: '' };
  return ('target' in destination ? readPlace(destination.target.view) : undefined) ?? { view: 'stage', focus: '' };
}

export class AddressBar {
  private readonly stores: Stores;
  private readonly controller: Controller;
  private timer = 0;
  /** The run that was on screen before. */
  private run: number | undefined;
  /** Of runs that are forks. */
  private readonly forks = new Map<number, KeptFork>();
  /** The browser moves: it has the entry already. */
  private popping = false;
  /** An entry was added by the same deed of the person: what else belongs to the deed needs none of its own. */
  private added = false;

  constructor(stores: Stores, controller: Controller) {
    this.stores = stores;
    this.controller = controller;
    stores.playback.store.subscribe(() => {
      this.soon();
    });
    stores.selection.store.subscribe(() => {
      this.soon();
    });
    stores.marks.store.subscribe(() => {
      this.soon();
    });
    stores.session.store.subscribe((now, before) => {
      const same = now.runId === before.runId;
      // A run that was opened takes the screen only after this, and has its entry by then.
      const forked = now.branch !== undefined && !same && controller.live?.id === now.runId;
      // What was seen last before an opening is what Back returns to.
      if (now.opening !== undefined && before.opening === undefined) this.flush();
      if (now.branch !== undefined && !same) this.keep(now, before, now.branch);
      if (this.popping) this.soon();
      else if (forked) this.write('push');
      else if (same && roomOf(now) !== roomOf(before)) this.enter(before);
      else this.soon();
    });
    controller.subscribe(() => {
      this.onRun();
    });
    addEventListener('popstate', (event) => {
      this.onPop(event.state);
    });
  }

  /** What an address says. @param fork as the entry of the browser's history keeps it; default: as the address does */
  go(destination: Destination, fork: KeptFork | undefined): Promise<void> {
    if (destination.kind !== 'scenario' || fork === undefined) return this.controller.go(destination);
    return this.controller.go({ ...destination, target: { ...destination.target, fork } });
  }

  /** Where the person stands stays behind one press of Back. @returns as Controller.fork */
  fork(wish: ForkWish): Promise<boolean> {
    this.flush();
    return this.controller.fork(wish);
  }

  /** The way back from a fork: through the engine, or, where another load of the page made it, by its address. @param at ticks to stand at; default: where it was made */
  async undoFork(at?: number): Promise<void> {
    const { session, selection } = this.stores;
    const fork = this.forks.get(session.state.runId);
    if ((await this.controller.undoFork(at)) || fork === undefined) return;
    const home = this.before(fork);
    const { object, pinned } = selection.store.getState();
    // The bench is where it was made, not where they were.
    const view = 'target' in home && placeIn(home).view !== 'faults' ? home.target.view : '';
    const target = { ...START, at: String(fork.from), select: pinned ? (object ?? '') : '', view };
    await this.go('target' in home ? { ...home, target } : home, fork.before);
    const { live } = this.controller;
    if (at !== undefined && live !== undefined) this.stores.playback.seek(live.trace.stepOfTime(at));
  }

  /** What a fork was made of: at its address where that has it, else in the text of the fork but for its timeline. */
  private before(fork: KeptFork): Destination {
    const home = readAddress(fork.home);
    if (home.kind === 'gallery' || home.kind === 'scenario') return home;
    const { answer } = this.stores.session.state;
    const scenario = answer === undefined ? undefined : textBefore(answer.scenario, fork);
    return scenario === undefined ? home : { kind: 'scenario', scenario, target: START };
  }

  private keep(now: SessionState, parent: SessionState, { from, kept }: Branch): void {
    // One that is back on screen has its way already.
    if (this.forks.has(now.runId)) return;
    if (kept !== undefined) {
      this.forks.set(now.runId, kept);
      return;
    }
    if (!isOf(history.state, parent.runId) || parent.answer === undefined) return;
    const { scenario, story } = parent.answer;
    const before = this.forks.get(parent.runId);
    this.forks.set(now.runId, {
      from,
      home: location.hash,
      timeline: timelineOf(scenario),
      ...(story.some(({ ofOriginalRun }) => ofOriginalRun === true) ? { marked: true } : {}),
      ...(before === undefined ? {} : { before }),
    });
  }

  /** A jump of the person: where they were stays behind one press of Back. */
  jump(step: number): void {
    const { playback, session } = this.stores;
    // Making a link is work: only where the address is not that of this moment yet.
    if (inRun(session.state.view) && this.timer !== 0) this.write('replace');
    const before = playback.state.step;
    playback.seek(step);
    if (playback.state.step !== before) this.add();
  }

  /** Into a room or out of it. @param before where they were, at the step where they still are */
  private enter(before: Place): void {
    if (inRun(before.view) && this.timer !== 0 && isOf(history.state, this.run)) this.write('replace', before);
    this.add();
  }

  private add(): void {
    this.write(this.added ? 'replace' : 'push');
    this.added = true;
    queueMicrotask(() => {
      this.added = false;
    });
  }

  share(): ShareInfo {
    // The laboratory's moment is its address already, as soon as it is written.
    if (this.stores.session.state.view === 'lab') return this.shareLab();
    const standing = this.standing();
    const { session, layout } = this.stores;
    const address = standing === undefined ? undefined : writeAddress(standing);
    const hash = address?.hash ?? '';
    if (hash !== '') this.put('replace', hash);
    const link = location.origin + location.pathname + hash;
    const name = session.state.answer?.name ?? 'scenario';
    return {
      link,
      characters: link.length,
      file:
        standing !== undefined && address?.kind === 'file'
          ? { name: `${name}.steplane.json`, text: writeMomentFile(standing) }
          : undefined,
      scenarioName: session.state.answer?.title[layout.store.getState().language] ?? name,
      step: standing?.moment.step ?? 0,
      selection: standing?.moment.select ?? '',
      marks: standing?.moment.marks ?? NO_MARKS,
      deeds: standing?.moment.fork === undefined ? [] : deedsOf(standing.scenario, standing.moment.fork),
      gallery: address?.kind === 'gallery',
    };
  }

  private shareLab(): ShareInfo {
    this.stamp('replace');
    const { labShown } = this.stores.session.state;
    return {
      link: location.href,
      characters: location.href.length,
      file: undefined,
      scenarioName: labShown?.lab ?? '',
      step: labShown?.step ?? 0,
      selection: '',
      marks: NO_MARKS,
      deeds: [],
      gallery: false,
    };
  }

  /**
   * Another run is on screen. Where the entry of the run before still stands, the person opened it: what was before stays
   * behind Back. Otherwise the address led here, and has its entry already.
   */
  private onRun(): void {
    const explicit = isOf(history.state, this.run);
    this.run = this.controller.live?.id;
    // A branch is written once the session knows of it.
    if (this.run === this.stores.session.state.runId) this.write(explicit ? 'push' : 'replace');
  }

  private flush(): void {
    if (this.timer !== 0 && isOf(history.state, this.run)) this.stamp('replace');
  }

  private soon(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      if (!this.stores.playback.state.playing) this.write('replace');
    }, DEBOUNCE_MILLIS);
  }

  private standing(place: Place = this.stores.session.state): Standing | undefined {
    const { live } = this.controller;
    if (live === undefined) return undefined;
    const { session, playback, selection, marks } = this.stores;
    const { step } = playback.state;
    const { object, pinned } = selection.store.getState();
    const { runId, answer, source } = session.state;
    const fork = this.forks.get(runId);
    return {
      source,
      scenario: answer?.scenario ?? live.answer.scenario,
      origin: live.origin,
      moment: {
        step,
        anchor: anchorOf(live.trace, step),
        select: pinned ? (object ?? '') : '',
        view: writePlace(place),
        digest: live.viewAt(step)?.digest ?? '',
        marks: marks.state,
        ...(fork === undefined ? {} : { fork: forLink(fork) }),
      },
    };
  }

  private write(how: 'push' | 'replace', place?: Place): void {
    const { opening, awaited } = this.stores.session.state;
    if (opening === undefined && awaited === undefined) this.stamp(how, place);
  }

  private stamp(how: 'push' | 'replace', place: Place = this.stores.session.state): void {
    clearTimeout(this.timer);
    this.timer = 0;
    const { session } = this.stores;
    if (place.view === 'lab') {
      const { labShown } = session.state;
      this.put(how, labShown === undefined ? LAB_HASH : writeLabAddress(labShown));
      return;
    }
    const standing = this.standing(place);
    if (standing === undefined) return;
    this.put(how, place.view === 'landing' ? '' : writeAddress(standing, QUIET_TEXT_MAX).hash);
  }

  private put(how: 'push' | 'replace', hash: string): void {
    const { runId } = this.stores.session.state;
    const fork = this.forks.get(runId);
    const entry: Entry = { run: runId, load: performance.timeOrigin, ...(fork === undefined ? {} : { fork }) };
    if (hash === location.hash && isOf(history.state, runId) && forkIn(history.state)?.home === fork?.home) return;
    const url = hash === '' ? location.pathname + location.search : hash;
    if (how === 'push' && hash !== location.hash) history.pushState(entry, '', url);
    else history.replaceState(entry, '', url);
  }

  /**
   * Back and Forward within a run move the play-head and open and close rooms; what the fork on screen was made of comes back
   * as Undo brings it; anything else is opened as its address says.
   */
  private onPop(state: unknown): void {
    const destination = readAddress(location.hash);
    const { live } = this.controller;
    const target = 'target' in destination ? destination.target : START;
    if (live !== undefined && isOf(state, live.id) && destination.kind !== 'unreadable') {
      const { session, playback, selection } = this.stores;
      this.popping = true;
      const { view, focus } = placeIn(destination);
      session.setView(view, focus);
      this.popping = false;
      if (destination.kind === 'lab') {
        session.openLab(destination.moment);
        return;
      }
      playback.seek(findAnchor(live.trace, target.at === '' ? '0' : target.at) ?? 0);
      selection.select(target.select === '' ? undefined : target.select);
      return;
    }
    if (live !== undefined && isOf(state, this.controller.forkedFrom)) void this.popFork();
    else void this.go(destination, forkIn(state));
  }

  private async popFork(): Promise<void> {
    this.popping = true;
    await this.controller.undoFork();
    this.popping = false;
    // The person may have gone on meanwhile.
    this.onPop(history.state);
  }
}
