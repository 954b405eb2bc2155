/** kubernetes pkg/scheduler/framework/plugins/podtopologyspread/plugin.go (v1.35): its Filter, Score and hints side by side. */
import { type Plugin, SKIP } from '../../framework.ts';
import { constraintsOf, NAME } from './constraints.ts';
import { spreadFilter } from './filter.ts';
import { spreadHints } from './hints.ts';
import { spreadPreScore } from './scoring.ts';

export const podTopologySpread: Plugin = {
  name: NAME,
  preFilter(cx) {
    const { list, error } = constraintsOf(cx, 'DoNotSchedule');
    if (error !== undefined) return { kind: 'error', message: error };
    return list.length === 0 ? SKIP : { kind: 'run', run: spreadFilter(cx, list) };
  },
  preScore: spreadPreScore,
  hints: () => spreadHints,
};
