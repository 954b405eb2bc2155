/** kubernetes pkg/scheduler/framework/plugins/interpodaffinity/plugin.go (v1.37): its Filter, Score and hints side by side. */
import { type Plugin, SKIP, unresolvable } from '../../framework.ts';
import { interPodFilter } from './filter.ts';
import { interPodHints } from './hints.ts';
import { interPodPreScore } from './scoring.ts';
import { termsOf } from './terms.ts';

export const interPodAffinity: Plugin = {
  name: 'InterPodAffinity',
  preFilter(cx) {
    const { affinityError } = cx.pod;
    if (affinityError !== undefined) {
      return { kind: 'rejected', rejection: unresolvable(`parsing pod: ${affinityError}`) };
    }
    const run = interPodFilter(cx, termsOf(cx));
    return run.isNeeded ? { kind: 'run', run } : SKIP;
  },
  preScore: interPodPreScore,
  hints: () => interPodHints,
};
