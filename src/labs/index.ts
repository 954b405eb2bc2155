/** All labs, in the order in which they are shown. */
import { ABANDONED_RECEIVER } from './abandoned-receiver/lab.ts';
import { CHANNEL_STATES } from './channel-states/lab.ts';
import { CONTEXT_CANCEL } from './context-cancel/lab.ts';
import { DISTRIBUTE } from './distribute/lab.ts';
import { DOUBLE_CHECKED } from './double-checked/lab.ts';
import { FILTER_CHAIN } from './filter-chain/lab.ts';
import type { Lab } from './lab.ts';
import { MAP_WRITE } from './map-write/lab.ts';
import { OPTIONS } from './options/lab.ts';
import { PARALLELIZER } from './parallelizer/lab.ts';
import { RETRIES } from './retries/lab.ts';
import { SCORE_MAP } from './score-map/lab.ts';
import { SELECT_FAIRNESS } from './select-fairness/lab.ts';
import { WAIT_GROUP_ADD } from './wait-group-add/lab.ts';
import { WRITER_PREFERENCE } from './writer-preference/lab.ts';

export const LABS: readonly Lab[] = [
  MAP_WRITE,
  WAIT_GROUP_ADD,
  DISTRIBUTE,
  RETRIES,
  PARALLELIZER,
  SCORE_MAP,
  FILTER_CHAIN,
  OPTIONS,
  CHANNEL_STATES,
  WRITER_PREFERENCE,
  SELECT_FAIRNESS,
  ABANDONED_RECEIVER,
  CONTEXT_CANCEL,
  DOUBLE_CHECKED,
];
