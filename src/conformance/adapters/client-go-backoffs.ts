/** The waits that recordings drive without jitter: util/wait and util/flowcontrol. */
import {
  FlowcontrolBackoff,
  NANOS_PER_MILLI,
  runExponentialBackoff,
  stepBackoff,
  type WaitBackoff,
} from '../../components/workqueue/workqueue.ts';
import type { Adapter } from '../types.ts';

interface WrittenBackoff {
  readonly durationMs: number;
  readonly factor: number;
  readonly jitter: number;
  readonly steps: number;
  readonly capMs: number;
}

const backoffOf = ({ durationMs, factor, jitter, steps, capMs }: WrittenBackoff): WaitBackoff => ({
  duration: durationMs * NANOS_PER_MILLI,
  factor,
  jitter,
  steps,
  cap: capMs * NANOS_PER_MILLI,
});

const millis = (nanos: number): number => nanos / NANOS_PER_MILLI;

export const clientGoWaitBackoff: Adapter = {
  source: 'client-go',
  kind: 'wait-backoff',
  run(row) {
    let backoff = backoffOf(row.given as WrittenBackoff);
    return (row.steps ?? []).map(() => {
      const { wait, next } = stepBackoff(backoff);
      backoff = next;
      return { waitMs: millis(wait), durationMs: millis(next.duration), stepsLeft: next.steps };
    });
  },
};

/** Calls are counted from 1; 0 = never. */
interface WrittenRun extends WrittenBackoff {
  readonly okAtCall: number;
  readonly errorAtCall: number;
}

export const clientGoWaitExponential: Adapter = {
  source: 'client-go',
  kind: 'wait-exponential',
  run(row) {
    const given = row.given as WrittenRun;
    return (row.steps ?? []).map(() => {
      const { calls, returned, error } = runExponentialBackoff(backoffOf(given), (call) =>
        call === given.errorAtCall ? { error: 'boom' } : call === given.okAtCall,
      );
      return { callsAtMs: calls.map(millis), returnedAtMs: millis(returned), result: error ?? 'ok' };
    });
  },
};

interface BackoffStep {
  readonly op?: string;
  readonly key?: string;
  readonly ms?: number;
  readonly agoMs?: number;
}

/** Times in milliseconds. */
class Script {
  private now = 0;

  constructor(private readonly backoff: FlowcontrolBackoff) {}

  step({ op = '', key = '', ms = 0, agoMs = 0 }: BackoffStep): object {
    const { backoff, now } = this;
    switch (op) {
      case 'next':
        backoff.next(key, now, now);
        return { getMs: backoff.get(key) };
      case 'get':
        return { getMs: backoff.get(key) };
      case 'isInBackOffSince':
        return { result: backoff.isInBackOffSince(key, now - agoMs, now) };
      case 'isInBackOffSinceUpdate':
        return { result: backoff.isInBackOffSinceUpdate(key, now) };
      case 'reset':
        backoff.reset(key);
        return {};
      case 'gc':
        backoff.gc(now);
        return {};
      case 'advance':
        this.now += ms;
        return {};
      default:
        throw new Error(`unknown operation ${op}`);
    }
  }
}

export const clientGoFlowcontrolBackoff: Adapter = {
  source: 'client-go',
  kind: 'flowcontrol-backoff',
  run(row) {
    const { initialMs, maxMs } = row.given as { readonly initialMs: number; readonly maxMs: number };
    const script = new Script(new FlowcontrolBackoff(new Map(), { initial: initialMs, max: maxMs }));
    return (row.steps ?? []).map((step) => script.step(step as BackoffStep));
  },
};

/** Worked by hand: the values of one key that keeps failing. */
export const handBackoff: Adapter = {
  source: 'client-go-hand',
  kind: 'backoff',
  run({ given, steps = [] }) {
    const { initial, max } = given as { readonly initial: number; readonly max: number };
    const backoff = new FlowcontrolBackoff(new Map(), { initial, max });
    const values = steps.map(() => {
      backoff.next('key', 0, 0);
      return backoff.get('key');
    });
    return { values };
  },
};
