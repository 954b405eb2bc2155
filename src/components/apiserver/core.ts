/** What every operation of the api-server needs: store, clock, version, ids. */
import type { World } from '../../kernel/kernel.ts';
import { DEFAULT_FLAGS, type Flags } from '../../model/flags.ts';
import { formatMicroTime, formatTime, MICROS_PER_SECOND, parseTime } from '../../model/time.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import { minorOf } from '../../model/versions.ts';
import type { Store } from './store.ts';
import { hashText } from './ids.ts';
import { Managers } from './written-by.ts';

/** Upstream's alphabet for generated names: no vowels, no look-alikes (apimachinery util/rand). */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';
const SUFFIX_LENGTH = 5;
/** 27 to the power of 5. */
const SUFFIXES = 14_348_907;

export class Core {
  readonly minor: number;
  readonly managers: Managers;
  private readonly ticksPerMicro: number;
  /** Kept text of the last second asked for. */
  private second = -1;
  private secondText = '';

  constructor(
    readonly world: World,
    readonly store: Store,
    readonly version: KubernetesVersion,
    readonly epochMicros: number,
    private readonly unknownKinds: ReadonlySet<string> | undefined,
    /** Are managedFields kept up? */
    readonly tracksFields: boolean,
    /** Ticks by which the watch cache is behind the store. */
    readonly cacheLag: () => number,
    readonly flags: Flags = DEFAULT_FLAGS,
  ) {
    this.managers = new Managers(world);
    this.minor = minorOf(version);
    this.ticksPerMicro = world.options.ticksPerSecond / MICROS_PER_SECOND;
  }

  /** Does the input say anything about this kind? */
  knows(kind: string): boolean {
    return this.unknownKinds?.has(kind) !== true;
  }

  micros(tick: number = this.world.now): number {
    return this.epochMicros + Math.floor(tick / this.ticksPerMicro);
  }

  /** RFC 3339, whole seconds. */
  timestamp(tick?: number): string {
    return this.timeText(this.micros(tick));
  }

  microTimestamp(tick?: number): string {
    return formatMicroTime(this.micros(tick));
  }

  private timeText(micros: number): string {
    const second = Math.floor(micros / MICROS_PER_SECOND);
    if (second !== this.second) {
      this.second = second;
      this.secondText = formatTime(micros);
    }
    return this.secondText;
  }

  /** `text` moved by whole seconds, no earlier than now. */
  later(text: string, seconds: number): { readonly text: string; readonly past: boolean } {
    const now = this.micros();
    const at = (parseTime(text) ?? now) + seconds * MICROS_PER_SECOND;
    return at < now ? { text: formatTime(now), past: true } : { text: formatTime(at), past: false };
  }

  /** Now and so many seconds. */
  fromNow(seconds: number): string {
    return formatTime(this.micros() + seconds * MICROS_PER_SECOND);
  }

  /** UUID-shaped; follows from seed, key and revision, so a re-run gives the same and another branch need not. */
  newUid(key: string): string {
    const text = `${this.world.options.seed}/${key}/${this.store.revision}`;
    const hex = [0, 1, 2, 3].map((salt) => hashText(text, salt).toString(16).padStart(8, '0')).join('');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  }

  /** Five letters as the server appends them to generateName: chance, so a choice of its own. */
  nameSuffix(prefixKey: string): string {
    return suffixText(this.world.choose('generateName', prefixKey, SUFFIXES));
  }

  /** Five letters that follow from `text`: for names that nobody would pin. */
  derivedSuffix(text: string): string {
    return suffixText(hashText(text, 4) % SUFFIXES);
  }
}

function suffixText(number: number): string {
  let rest = number;
  let text = '';
  for (let i = 0; i < SUFFIX_LENGTH; i++) {
    text += ALPHABET.charAt(rest % ALPHABET.length);
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}
