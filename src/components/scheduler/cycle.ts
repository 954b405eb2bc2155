/**
 * One scheduling cycle as a pure function of its input and of `choose`: kubernetes pkg/scheduler/schedule_one.go
 * schedulePod, schedulingCycle (v1.35). Left out: extenders, opportunistic batching, parallel arrival (one worker).
 */
import { minorOf } from '../../model/versions.ts';
import { configurationOf, type Profile, profileFor } from './configuration.ts';
import { type FilterChain, type NodeRejection, type PreFiltered, runPreFilters } from './filters.ts';
import { type Found, findNodes } from './find-nodes.ts';
import { fitErrorMessage, NO_NODES } from './fit-error.ts';
import type { Choose, CycleContext } from './framework.ts';
import { nodeInfos } from './node-info.ts';
import { podInfo } from './pod-info.ts';
import { type PostFiltered, runPostFilters } from './post-filter.ts';
import { runScores, selectHost } from './scores.ts';
import type { CycleInput, CycleResult } from './types.ts';
import { compareBytes } from '../../kernel/kernel.ts';

const NO_LABELS: Readonly<Record<string, string>> = {};

export function cycleContext(input: CycleInput, profile: Profile): CycleContext {
  const { version, namespaceLabels } = input;
  return {
    input,
    version,
    minor: minorOf(version),
    pod: podInfo(input.pod, version),
    nodes: nodeInfos(input.nodes, version),
    argsOf: (plugin) => profile.argsOf(plugin),
    namespaceLabels: (namespace) => namespaceLabels[namespace] ?? NO_LABELS,
  };
}

const EMPTY = { verdicts: [], evaluated: 0, feasible: [], scores: [], totals: [], unschedulablePlugins: [] } as const;

/** A cycle that broke: no plugin is to blame, so the Pod waits for its back-off only. */
const broken = (input: CycleInput, message: string, found?: Found): CycleResult => ({
  ...EMPTY,
  ...(found === undefined ? {} : foundFields(found)),
  nextStart: found?.nextStart ?? input.startIndex,
  message,
  error: true,
});

const foundFields = (found: Found) => ({
  verdicts: found.verdicts,
  evaluated: found.evaluated,
  search: found.search,
  feasible: found.feasible.map((node) => node.name),
  nextStart: found.nextStart,
});

function rejectedInPreFilter(
  cx: CycleContext,
  profile: Profile,
  pre: PreFiltered & { kind: 'rejected' },
  choose: Choose,
): CycleResult {
  const { rejection, plugins } = pre;
  const post = runPostFilters(cx, profile, { kind: 'prefilter', rejection }, choose);
  const message = fitErrorMessage({
    numAllNodes: cx.nodes.length,
    preFilterMessage: rejection.reasons.join(', '),
    nodeReasons: [],
    absentReasons: [],
    postFilterMessage: post.message,
  });
  return {
    ...EMPTY,
    nextStart: cx.input.startIndex,
    message,
    unschedulablePlugins: plugins,
    prefilterRejection: { code: rejection.code, reasons: rejection.reasons, plugin: rejection.plugin },
    postFilterMessage: post.message,
    ...(post.preemption === undefined ? {} : { preemption: post.preemption }),
  };
}

const pluginsOf = (rejected: ReadonlyMap<string, NodeRejection>, narrowedBy: readonly string[]): string[] =>
  [...new Set([...narrowedBy, ...[...rejected.values()].map(({ plugin }) => plugin)])].sort(compareBytes);

function nominationFields({ message, ...nomination }: PostFiltered) {
  return { postFilterMessage: message, ...nomination };
}

function nothingFits(
  cx: CycleContext,
  profile: Profile,
  pre: PreFiltered & { kind: 'run' },
  found: Found,
  choose: Choose,
): CycleResult {
  const post = runPostFilters(cx, profile, { kind: 'filter', chain: pre.chain, rejected: found.rejected }, choose);
  // Nodes that PreFilter left out have no verdict of their own (C-6).
  const nominatedFailed = [...found.rejected].filter(([node]) => node === cx.pod.pod.status?.nominatedNodeName);
  const absentBy = pluginsOf(new Map(nominatedFailed), pre.narrowedBy);
  const message = fitErrorMessage({
    numAllNodes: cx.nodes.length,
    preFilterMessage: '',
    nodeReasons: [...found.rejected.values()].map(({ reasons }) => reasons),
    absentReasons: pre.nodes === undefined ? [] : [`node(s) didn't satisfy plugin(s) [${absentBy.join(' ')}]`],
    postFilterMessage: post.message,
  });
  return {
    ...EMPTY,
    ...foundFields(found),
    message,
    unschedulablePlugins: pluginsOf(found.rejected, pre.narrowedBy),
    ...nominationFields(post),
  };
}

/** What the plugins reserve on the node that was chosen. */
function hostFields(chain: FilterChain, host: string): Pick<CycleResult, 'host' | 'volumes'> {
  const reserved = chain.flatMap(({ run }) => run.reserve?.(host) ?? []);
  const [volumes] = reserved;
  return { host, ...(volumes === undefined ? {} : { volumes }) };
}

function hostOf(cx: CycleContext, profile: Profile, chain: FilterChain, found: Found, choose: Choose): CycleResult {
  const { feasible } = found;
  const [only] = feasible;
  if (only !== undefined && feasible.length === 1) {
    return { ...EMPTY, ...foundFields(found), ...hostFields(chain, only.name) };
  }
  const scored = runScores(cx, profile, feasible);
  if (scored.kind === 'error') return broken(cx.input, scored.message, found);
  const host = feasible[selectHost(cx, scored.totals, choose)];
  return {
    ...EMPTY,
    ...foundFields(found),
    scores: scored.scores,
    totals: scored.totals,
    ...(host === undefined ? {} : hostFields(chain, host.name)),
  };
}

/** @param choose where upstream leaves it to chance; on a re-run it gives the recorded choices */
export function runCycle(input: CycleInput, choose: Choose): CycleResult {
  const profile = profileFor(configurationOf(input.configuration, input.version), input.pod.spec.schedulerName);
  if (profile === undefined)
    return broken(input, `profile not found for scheduler name "${input.pod.spec.schedulerName}"`);
  if (input.nodes.length === 0) return { ...EMPTY, nextStart: input.startIndex, message: NO_NODES };
  const cx = cycleContext(input, profile);
  const pre = runPreFilters(cx, profile);
  if (pre.kind === 'error') return broken(input, pre.message);
  if (pre.kind === 'rejected') return rejectedInPreFilter(cx, profile, pre, choose);
  const found = findNodes(cx, profile, pre, choose);
  if (found.error !== undefined) return broken(input, found.error, found);
  if (found.feasible.length === 0) return nothingFits(cx, profile, pre, found, choose);
  return hostOf(cx, profile, pre.chain, found, choose);
}
