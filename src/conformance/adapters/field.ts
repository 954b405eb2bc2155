/** Reports from the field: drop the input, run until nothing moves, and look at what the report was about. */
import { compareBytes } from '../../kernel/kernel.ts';
import type { Pod } from '../../model/objects.ts';
import { podRequests } from '../../model/pod-requests.ts';
import { parseQuantity, toSafeNumber } from '../../model/quantity.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import { isFields } from '../read.ts';
import type { Adapter } from '../types.ts';
import { daemonSetAnswer, deploymentAnswer } from './field-owners.ts';
import { scenarioOf } from './field-input.ts';
import { podAnswer, type Wanted } from './field-pods.ts';
import { FieldWorld } from './field-world.ts';

type Fields = Readonly<Record<string, unknown>>;

const eachOf = (wanted: unknown, answer: (name: string, wanted: Wanted) => unknown): Fields =>
  Object.fromEntries(
    Object.entries(isFields(wanted) ? wanted : {}).map(([name, of]) => [name, answer(name, isFields(of) ? of : {})]),
  );

/** Of a Pod, or "set@node" of a DaemonSet's: where it was nominated, the newest that says so. */
function nominated(world: FieldWorld, name: string): string | undefined {
  const [owner = '', node] = name.split('@');
  const keys =
    node === undefined
      ? [world.keyOf(name) ?? '']
      : world.pods().flatMap(({ key, pod }) => (isOwnedBy(pod, owner) && pod.spec.nodeName === node ? [key] : []));
  const found = keys.flatMap((key) => world.versions(key).map(({ status }) => status?.nominatedNodeName ?? ''));
  return found.filter((text) => text !== '').at(-1);
}

const isOwnedBy = ({ metadata }: Pod, owner: string): boolean =>
  metadata.ownerReferences?.some(({ name }) => name === owner) === true;

/** In the form that the case has it: "cpu" as text, "memory_bytes" as a number. */
function effectiveRequest(world: FieldWorld, name: string, wanted: Wanted, version: KubernetesVersion): Fields {
  const pod = world.lastOf(world.keyOf(name) ?? '');
  if (pod === undefined) return {};
  const requests = podRequests(pod, { version });
  return Object.fromEntries(
    Object.entries(wanted).map(([key, text]): [string, unknown] => {
      const bytes = /^(.*)_bytes$/.exec(key)?.[1];
      const amount = requests.get(bytes ?? key);
      if (amount === undefined) return [key, undefined];
      if (bytes !== undefined) return [key, toSafeNumber(amount.value())];
      const same = typeof text === 'string' && amount.cmp(parseQuantity(text)) === 0;
      return [key, same ? text : amount.toString()];
    }),
  );
}

/** How many nodes were found that could take the Pod, in the attempt that bound it. */
function feasibleNodes(world: FieldWorld, name: string): number | undefined {
  const attempt = world.attemptsOf(world.keyOf(name) ?? '').find(({ bound }) => bound);
  return attempt === undefined ? undefined : world.explain(attempt).result.feasible.length;
}

/** The volume of a claim. */
function boundVolume(world: FieldWorld, name: string): string | undefined {
  const key = name.includes('/') ? name : `default/${name}`;
  const claim = world.get(`PersistentVolumeClaim/${key}`)?.spec as { readonly volumeName?: string } | undefined;
  return claim?.volumeName;
}

function answer(world: FieldWorld, expected: Fields, version: KubernetesVersion): Fields {
  const { victims } = world;
  return {
    pods: eachOf(expected['pods'], (name, wanted) => podAnswer(world, name, wanted)),
    deployments: eachOf(expected['deployments'], (name, wanted) => deploymentAnswer(world, name, wanted)),
    daemonsets: eachOf(expected['daemonsets'], (name, wanted) => daemonSetAnswer(world, name, wanted)),
    victims,
    victims_set: [...victims].sort(compareBytes),
    nominated: eachOf(expected['nominated'], (name) => nominated(world, name)),
    effective_request: eachOf(expected['effective_request'], (name, wanted) =>
      effectiveRequest(world, name, wanted, version),
    ),
    feasible_nodes_evaluated: eachOf(expected['feasible_nodes_evaluated'], (name) => feasibleNodes(world, name)),
    binds: eachOf(expected['binds'], (name) => boundVolume(world, name)),
  };
}

/** What is said in words, or about parts that the format does not compare; texts of other versions. */
const NOT_COMPARED = [
  /^(?:why|verified|note|ui|tool_hint)$/,
  /^(?:pods|deployments|daemonsets)\..+\.(?:why|note|kubelet)$/,
  /\.message\.(?!v1\.35$)v1\..*$/,
];

/** From 1.34.2 on the taint is not named any more; the reasons by node were written down before. */
const withoutTaint = (text: string): string => text.replace(/untolerated taint \{.*\}/, 'untolerated taint(s)');

export const field: Adapter = {
  source: 'field',
  kind: 'field',
  compare: {
    isNotCompared: (path) => NOT_COMPARED.some((pattern) => pattern.test(path)),
    isSet: (path) => /(?:^|\.)(?:victims_set|desired_nodes)$/.test(path),
    isComplete: (path) => /(?:^|\.)(?:per_node|scores|placement|scheduled|pending)$/.test(path),
    sameText: (path, expected, got) => path.includes('per_node') && withoutTaint(expected) === got,
  },
  run({ raw, expect }, version) {
    const expected = isFields(expect) ? expect : {};
    return answer(new FieldWorld(scenarioOf(raw['input'], version)), expected, version);
  },
};
