/** Names that client-go gives its queues: the same in both languages. */
import type { InformerGeneration } from '../../protocol/protocol.ts';

export const QUEUE_NAMES: Readonly<Record<InformerGeneration, string>> = {
  deltafifo: 'DeltaFIFO',
  realfifo: 'RealFIFO',
  atomic: 'atomic RealFIFO',
};

/** The versions of Kubernetes whose client-go has it. */
export const QUEUE_VERSIONS: Readonly<Record<InformerGeneration, string>> = {
  deltafifo: '≤ 1.32',
  realfifo: '1.33–1.35',
  atomic: '1.36+',
};
