/** Names that client-go gives its queues: the same in both languages. */
import type { InformerGeneration } from '../../protocol/protocol.ts';

export { QUEUE_NAMES } from '../../model/versions.ts';

/** The versions of Kubernetes whose client-go has it. */
export const QUEUE_VERSIONS: Readonly<Record<InformerGeneration, string>> = {
  deltafifo: '≤ 1.32',
  realfifo: '1.33–1.35',
  atomic: '1.36+',
};
