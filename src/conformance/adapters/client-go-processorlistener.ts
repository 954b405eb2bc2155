import { ProcessorListener } from '../../components/informer/informer.ts';
import type { Adapter } from '../types.ts';

interface Step {
  readonly op: string;
  readonly count?: number;
}

/** One listener whose handler can be stuck: then it keeps the call that it began. */
class Script {
  private readonly listener = new ProcessorListener<number>({
    slots: new Map(),
    handling: new Map(),
    marks: new Map(),
    key: '0',
  });
  private blocked = false;
  private sent = 0;
  private started = 0;
  private inHandler = false;

  step({ op, count = 0 }: Step): object {
    switch (op) {
      case 'block':
        this.blocked = true;
        break;
      case 'unblock':
        this.blocked = false;
        this.settle();
        break;
      case 'notify':
        for (let i = 0; i < count; i++) this.notify();
        break;
      default:
        throw new Error(`unknown operation ${op}`);
    }
    const { offered, pending, ringCapacity } = this.listener;
    return { sent: this.sent, started: this.started, offered, pending, ringCapacity };
  }

  private notify(): void {
    if (this.listener.add(this.sent++) === 'handler') this.begin();
    this.settle();
  }

  private begin(): void {
    this.started++;
    this.inHandler = true;
  }

  /** Lets the handler run as long as it is free to. */
  private settle(): void {
    while (this.inHandler && !this.blocked) {
      this.inHandler = false;
      if (this.listener.finished() !== undefined) this.begin();
    }
  }
}

export const clientGoProcessorListener: Adapter = {
  source: 'client-go',
  kind: 'processorlistener',
  run(row) {
    const script = new Script();
    return (row.steps ?? []).map((step) => script.step(step as unknown as Step));
  },
};
