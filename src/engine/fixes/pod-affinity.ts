/** Affinity to other Pods and away from them: mend a mistyped selector, or make a wish of the rule. */
import type { LabelSelector, PodAffinity, PodAffinityTerm, PodSpec } from '../../model/objects.ts';
import { blockedBy } from './diagnosis.ts';
import type { Diagnosis } from './diagnosis.ts';
import { isSlip, nearest } from './nearest.ts';
import { draftedPod, editPod } from './situation.ts';
import type { Draft, Edit, Situation } from './situation.ts';
import { meantKey } from './spread.ts';

const WEIGHT = 100;
type Side = 'podAffinity' | 'podAntiAffinity';

export function proposePodAffinity(situation: Situation, draft: Draft, diagnosis: Diagnosis): Edit[] {
  if (blockedBy(diagnosis, 'InterPodAffinity').length === 0) return [];
  const { spec } = draftedPod(situation, draft);
  return (['podAffinity', 'podAntiAffinity'] as const).flatMap((side) =>
    requiredOf(spec.affinity?.[side]).flatMap((term, at): Edit[] => [
      // What keeps away does so over a key that nodes have.
      ...(side === 'podAffinity' ? [...mendSelector(situation, term, at), ...mendKey(diagnosis, term, at)] : []),
      relax(side, term, at),
    ]),
  );
}

const requiredOf = (affinity: PodAffinity | undefined): readonly PodAffinityTerm[] =>
  affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];

/** kubectl's way to write a selector, for words. */
function selectorText({ matchLabels = {}, matchExpressions = [] }: LabelSelector = {}): string {
  const pairs = Object.entries(matchLabels).map(([key, value]) => `${key}=${value}`);
  const others = matchExpressions.map(({ key, operator, values = [] }) => `${key} ${operator} (${values.join(',')})`);
  return [...pairs, ...others].join(',');
}

function relax(side: Side, term: PodAffinityTerm, at: number): Edit {
  const change = (spec: PodSpec): PodSpec => {
    const affinity = spec.affinity?.[side] ?? {};
    const rest = requiredOf(affinity).filter((_, i) => i !== at);
    const preferred = [
      ...(affinity.preferredDuringSchedulingIgnoredDuringExecution ?? []),
      { weight: WEIGHT, podAffinityTerm: requiredOf(affinity)[at] ?? term },
    ];
    const relaxed: PodAffinity = {
      ...(rest.length > 0 ? { requiredDuringSchedulingIgnoredDuringExecution: rest } : {}),
      preferredDuringSchedulingIgnoredDuringExecution: preferred,
    };
    return { ...spec, affinity: { ...spec.affinity, [side]: relaxed } };
  };
  return {
    code: side === 'podAffinity' ? 'relax-affinity' : 'relax-anti-affinity',
    params: { topologyKey: term.topologyKey, selector: selectorText(term.labelSelector) },
    cost: side === 'podAffinity' ? 48 : 45,
    change: editPod(change),
  };
}

/** A label that no Pod has, and the nearest that one does. */
function mendSelector({ pods, pod }: Situation, term: PodAffinityTerm, at: number): Edit[] {
  const others = pods.filter((other) => other !== pod);
  return Object.entries(term.labelSelector?.matchLabels ?? {}).flatMap(([key, value]): Edit[] => {
    const values = new Set(others.flatMap(({ metadata }) => metadata.labels?.[key] ?? []));
    const near = values.has(value) ? undefined : nearest(value, values);
    if (near === undefined || !isSlip(value, near)) return [];
    return [
      {
        code: 'mend-selector',
        params: { key, from: value, to: near.word },
        cost: 10 + near.distance,
        change: editTerm(at, (from) => ({
          ...from,
          labelSelector: {
            ...from.labelSelector,
            matchLabels: { ...from.labelSelector?.matchLabels, [key]: near.word },
          },
        })),
      },
    ];
  });
}

/** A topology key that no node has. */
function mendKey({ nodes }: Diagnosis, { topologyKey }: PodAffinityTerm, at: number): Edit[] {
  const to = meantKey(topologyKey, nodes);
  if (to === undefined) return [];
  return [
    {
      code: 'mend-topology-key',
      params: { from: topologyKey, to: to.word },
      cost: 10 + to.distance,
      change: editTerm(at, (from) => ({ ...from, topologyKey: to.word })),
    },
  ];
}

const editTerm = (at: number, edit: (from: PodAffinityTerm) => PodAffinityTerm): Edit['change'] =>
  editPod((spec) => ({
    ...spec,
    affinity: {
      ...spec.affinity,
      podAffinity: {
        ...spec.affinity?.podAffinity,
        requiredDuringSchedulingIgnoredDuringExecution: requiredOf(spec.affinity?.podAffinity).map((t, i) =>
          i === at ? edit(t) : t,
        ),
      },
    },
  }));
