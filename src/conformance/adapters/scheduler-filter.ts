import { filterAlone } from '../../components/scheduler/scheduler.ts';
import type { Adapter } from '../types.ts';
import { type ClusterGiven, cycleInput } from './scheduler-input.ts';

interface Rejected {
  readonly code: string;
  readonly reasons: readonly string[];
}

const statusOf = (rejection: Rejected | undefined): object =>
  rejection === undefined ? { status: 'Success' } : { status: rejection.code, reasons: rejection.reasons };

/** One plugin on each node; reasons are a set, the nodes are all. */
const filterAdapter = (source: string): Adapter => ({
  source,
  kind: 'filter',
  compare: {
    isSet: (path) => path.endsWith('.reasons') || path === 'prefilterNodes',
    isComplete: (path) => path === 'nodes',
  },
  run(row, version) {
    const given = row.given as ClusterGiven;
    const outcome = filterAlone(cycleInput(given, version), row.raw['plugin'] as string);
    switch (outcome.kind) {
      case 'skip': {
        const success = given.nodes.map(({ metadata }) => [metadata.name, { status: 'Success' }]);
        return { prefilter: { status: 'Skip' }, nodes: Object.fromEntries(success) as unknown };
      }
      case 'error':
        return { prefilter: { status: 'Error', reasons: [outcome.message] } };
      case 'rejected':
        return { prefilter: statusOf(outcome.rejection) };
      case 'nodes': {
        const verdicts = [...outcome.verdicts].map(([node, rejection]) => [node, statusOf(rejection)]);
        const { narrowedTo } = outcome;
        return {
          nodes: Object.fromEntries(verdicts) as unknown,
          ...(narrowedTo === undefined ? {} : { prefilterNodes: [...narrowedTo] }),
        };
      }
    }
  },
});

export const schedulerFilter = filterAdapter('scheduler');
export const schedulerHandFilter = filterAdapter('scheduler-hand');
