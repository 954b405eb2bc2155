import { crash } from './crash.ts';
import { bank, burst, gossip, producerConsumer, ring } from './flow.ts';
import type { Build } from './rig.ts';
import { churn, hotSlot, ties, timers, walk } from './shape.ts';

export const MACHINES: readonly (readonly [name: string, build: Build])[] = [
  ['ring', ring],
  ['bank', bank],
  ['producer-consumer', producerConsumer],
  ['gossip', gossip],
  ['burst', burst],
  ['hot slot', hotSlot],
  ['churn', churn],
  ['ties', ties],
  ['walk', walk],
  ['timers', timers],
  ['crash', crash],
];
