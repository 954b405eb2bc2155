/** kubernetes pkg/scheduler/framework/plugins/helper/normalize_score.go (v1.35). */
import { MAX_NODE_SCORE } from './framework.ts';
import { mulDiv } from './int.ts';

/** DefaultNormalizeScore, in place: the highest becomes 100; `reverse` turns the scale round after the cut to integers. */
export function defaultNormalize(scores: number[], reverse: boolean): void {
  const max = scores.reduce((highest, score) => Math.max(highest, score), 0);
  for (const [i, score] of scores.entries()) {
    if (max === 0) {
      if (reverse) scores[i] = MAX_NODE_SCORE;
      continue;
    }
    const scaled = mulDiv(MAX_NODE_SCORE, score, max);
    scores[i] = reverse ? MAX_NODE_SCORE - scaled : scaled;
  }
}
