/** The laboratory: which program is open, where the person stands in its run, what the explorer knows. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LabApi, LabPick, LabSchedule, LabSlot, LabView } from '../protocol/lab.ts';
import type { LabLink } from '../scenario/link.ts';
import { scheduleFrom } from './lab-schedule.ts';
import {
  beginning,
  draftOf,
  FIRST_SEED,
  labOf,
  seeded,
  stepAt,
  textIn,
  timeOf,
  variantOf,
  withDraft,
  writtenText,
  type LabStoreState,
} from './lab-state.ts';
import { landing, type Landing } from './parse-step.ts';
import type { Speed } from './playback.ts';

/** Between two steps that are played: at speed 1, and at least. */
const PLAY_MILLIS = 450;
const FRAME_MILLIS = 16;

export class LabStore {
  readonly store: StoreApi<LabStoreState>;
  private readonly api: LabApi;
  private attempt = 0;
  private exploringAttempt = 0;
  private checking: ReturnType<typeof setTimeout> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly views = new Map<string, LabView>();

  constructor(api: LabApi) {
    this.api = api;
    this.store = createStore<LabStoreState>(beginning);
  }

  get state(): LabStoreState {
    return this.store.getState();
  }

  /** The text in the editor. */
  get text(): string {
    return textIn(this.state, this.state.variant);
  }

  // --- which program ---

  choose(lab: string, variant = ''): Promise<void> {
    const found = labOf(lab);
    this.store.setState({ params: {}, beside: undefined });
    return this.turnTo(found.id, variantOf(found, variant).id);
  }

  /** The first lab, with its two forms side by side. */
  async begin(): Promise<void> {
    await this.run();
    const other = labOf(this.state.lab).variants[1];
    if (other !== undefined) await this.setBeside(other.id);
  }

  /** @param params undefined = as they are */
  chooseVariant(variant: string): Promise<void> {
    return this.turnTo(this.state.lab, variant);
  }

  setParam(name: string, value: number): Promise<void> {
    const { lab, variant, params, drafts } = this.state;
    this.store.setState({
      params: { ...params, [name]: value },
      drafts: withDraft(drafts, lab, variant, undefined),
    });
    return this.run();
  }

  /** The person typed. */
  edit(text: string): void {
    const { lab, variant, drafts } = this.state;
    const isOwn = writtenText(this.state, variant) !== text;
    this.store.setState({ drafts: withDraft(drafts, lab, variant, isOwn ? text : undefined), marked: [] });
    clearTimeout(this.checking);
    this.checking = setTimeout(() => {
      void this.api.check(text).then((problems) => {
        if (this.text !== text) return;
        if (problems.length > 0) this.pause();
        this.store.setState({ problems });
      });
    }, 250);
  }

  /** Back to the text of the lab. */
  reset(): Promise<void> {
    const { lab, variant, drafts } = this.state;
    this.store.setState({ drafts: withDraft(drafts, lab, variant, undefined) });
    return this.run();
  }

  /** Another program in the place of the one in the editor. */
  insert(text: string): Promise<void> {
    this.edit(text);
    this.store.setState({ schedule: seeded(FIRST_SEED) });
    return this.run();
  }

  private turnTo(lab: string, variant: string): Promise<void> {
    this.stopExploring();
    this.store.setState({ lab, variant, schedule: seeded(FIRST_SEED), exploration: undefined, marked: [] });
    return this.run();
  }

  // --- running ---

  /** Runs the text in the editor. @param step where to stand; @param digest of a link: tells where it is another moment */
  async run(step = 0, digest = ''): Promise<void> {
    const { text } = this;
    const { schedule, ran } = this.state;
    const attempt = ++this.attempt;
    this.pause();
    if (text !== ran) {
      this.stopExploring();
      this.store.setState({ exploration: undefined });
    }
    const answer = await this.api.run(0, text, schedule);
    if (attempt !== this.attempt) return;
    if (!answer.ok) {
      this.store.setState({ problems: answer.problems });
      return;
    }
    this.forget(0);
    const { run } = answer;
    const stands = Math.max(0, Math.min(step, run.ops.length));
    const view = await this.viewOf(0, stands);
    if (attempt !== this.attempt) return;
    const { variant } = this.state;
    this.store.setState({
      problems: [],
      ran: text,
      main: { variant, run, step: stands, view },
      differs: digest !== '' && view.digest !== digest,
    });
    await this.runBeside();
  }

  /** Runs another way: forth from the step at which it turns off. */
  async fork(schedule: LabSchedule, step: number): Promise<void> {
    this.store.setState({ schedule, marked: [] });
    await this.run(step);
  }

  reseed(seed: number): Promise<void> {
    this.store.setState({ schedule: seeded(seed), marked: [] });
    return this.run();
  }

  anotherSchedule(): Promise<void> {
    const { schedule } = this.state;
    return this.reseed(schedule.kind === 'seed' ? schedule.seed + 1 : FIRST_SEED);
  }

  /** The step that shows the lab's point. */
  async showPoint(): Promise<void> {
    const lab = labOf(this.state.lab);
    if (this.state.variant !== lab.point.variant) await this.chooseVariant(lab.point.variant);
    const found = await this.api.point(this.text, lab.point);
    if (found !== undefined) await this.fork(found.schedule, found.step);
  }

  /** @param lines to be lit */
  async showWay(picks: readonly LabPick[], steps: number, lines: readonly number[] = []): Promise<void> {
    this.store.setState({ schedule: { kind: 'way', picks } });
    await this.run(steps);
    this.store.setState({ marked: lines });
  }

  mark(lines: readonly number[]): void {
    this.store.setState({ marked: lines });
  }

  // --- two programs ---

  async setBeside(variant: string | undefined): Promise<void> {
    if (variant === undefined) {
      this.store.setState({ beside: undefined });
      return;
    }
    const attempt = this.attempt;
    const { schedule } = this.state;
    const own: LabSchedule = schedule.kind === 'seed' ? seeded(schedule.seed) : seeded(FIRST_SEED);
    const answer = await this.api.run(1, textIn(this.state, variant), own);
    if (attempt !== this.attempt || !answer.ok) return;
    this.forget(1);
    this.store.setState({ beside: { variant, run: answer.run, step: 0, view: undefined } });
    await this.follow();
  }

  private runBeside(): Promise<void> {
    const { beside, variant } = this.state;
    return this.setBeside(beside?.variant === variant ? undefined : beside?.variant);
  }

  /** One play-head for both, in virtual time. */
  private async follow(): Promise<void> {
    const { main, beside } = this.state;
    if (main === undefined || beside === undefined) return;
    const step = stepAt(beside.run, timeOf(main.run, main.step));
    this.store.setState({ beside: { ...beside, step } });
    const view = await this.viewOf(1, step);
    const { beside: now } = this.state;
    if (now?.step === step && now.run === beside.run) this.store.setState({ beside: { ...now, view } });
  }

  // --- steps ---

  /** What is shown is the run of another text: it cannot be stepped until the one in the editor is right. */
  get isBroken(): boolean {
    return this.state.problems.length > 0;
  }

  seek(wanted: number): void {
    this.pause();
    if (this.isBroken) return;
    this.stand(wanted);
  }

  first(): void {
    this.seek(0);
  }

  last(): void {
    this.seek(this.state.main?.run.ops.length ?? 0);
  }

  stepForward(): void {
    this.seek((this.state.main?.step ?? 0) + 1);
  }

  stepBack(): void {
    this.seek((this.state.main?.step ?? 0) - 1);
  }

  /** @param time nanoseconds of virtual time */
  goToTime(time: number): void {
    const { main } = this.state;
    if (main !== undefined) this.seek(stepAt(main.run, time));
  }

  /** @returns false where the text is no step */
  goTo(text: string): boolean {
    const there = this.landing(text);
    if (there === undefined) return false;
    this.seek(there.step);
    return true;
  }

  /** Where `goTo` would lead. */
  landing(text: string): Landing | undefined {
    const { main } = this.state;
    if (main === undefined) return undefined;
    const { run, step } = main;
    return landing(text, { step, steps: run.ops.length, stepAt: (micros) => stepAt(run, micros * 1000) });
  }

  toggle(): void {
    if (this.state.playing) {
      this.pause();
      return;
    }
    const { main } = this.state;
    if (main === undefined || this.isBroken) return;
    if (main.step >= main.run.ops.length) this.stand(0);
    this.store.setState({ playing: true });
    this.tick();
  }

  pause(): void {
    clearTimeout(this.timer);
    if (this.state.playing) this.store.setState({ playing: false });
  }

  setSpeed(speed: Speed): void {
    this.store.setState({ speed });
  }

  private tick(): void {
    const { speed } = this.state;
    const wait = speed === 'max' ? FRAME_MILLIS : Math.max(FRAME_MILLIS, PLAY_MILLIS / speed);
    this.timer = setTimeout(() => {
      const { main } = this.state;
      if (main === undefined) return;
      this.stand(main.step + 1);
      if (main.step + 1 >= main.run.ops.length) this.store.setState({ playing: false });
      else this.tick();
    }, wait);
  }

  private stand(wanted: number): void {
    const { main } = this.state;
    if (main === undefined) return;
    const step = Math.max(0, Math.min(Math.trunc(wanted), main.run.ops.length));
    this.store.setState({ main: { ...main, step } });
    void this.viewOf(0, step).then((view) => {
      const { main: now } = this.state;
      if (now?.run === main.run && now.step === step) this.store.setState({ main: { ...now, view }, differs: false });
    });
    void this.follow();
  }

  private async viewOf(slot: LabSlot, step: number): Promise<LabView> {
    const key = `${String(slot)}/${String(step)}`;
    const known = this.views.get(key);
    if (known !== undefined) return known;
    const view = await this.api.view(slot, step);
    this.views.set(key, view);
    return view;
  }

  private forget(slot: LabSlot): void {
    for (const key of [...this.views.keys()]) if (key.startsWith(`${String(slot)}/`)) this.views.delete(key);
  }

  // --- every schedule ---

  async explore(): Promise<void> {
    if (this.isBroken) return;
    const attempt = ++this.exploringAttempt;
    this.store.setState({ exploring: true, exploration: undefined });
    let found = await this.api.explore(this.text);
    while (attempt === this.exploringAttempt && found !== undefined) {
      this.store.setState({ exploration: found });
      if (found.done) break;
      found = await this.api.exploreOn();
    }
    if (attempt === this.exploringAttempt) this.store.setState({ exploring: false });
  }

  stopExploring(): void {
    this.exploringAttempt++;
    this.store.setState({ exploring: false });
  }

  /** @param option -1 = skipped */
  answer(option: number): void {
    const { answers, lab } = this.state;
    this.store.setState({ answers: { ...answers, [lab]: option } });
  }

  // --- links ---

  async open({ lab, variant, params, text, beside, schedule, step, digest }: LabLink): Promise<void> {
    const found = labOf(lab);
    const chosen = variantOf(found, variant).id;
    this.stopExploring();
    this.store.setState({
      lab: found.id,
      variant: chosen,
      params,
      drafts: withDraft(this.state.drafts, found.id, chosen, text),
      schedule: scheduleFrom(schedule) ?? seeded(FIRST_SEED),
      exploration: undefined,
      beside: undefined,
      marked: [],
    });
    await this.run(step, digest);
    const other = found.variants.find((one) => one.id === beside && one.id !== chosen);
    if (other !== undefined) await this.setBeside(other.id);
  }

  get link(): LabLink {
    const { lab, variant, params, schedule, main, beside } = this.state;
    const digest = main?.view?.step === main?.step ? (main?.view?.digest ?? '') : '';
    const text = draftOf(this.state, variant);
    return { lab, variant, params, text, beside: beside?.variant, schedule, step: main?.step ?? 0, digest };
  }
}
