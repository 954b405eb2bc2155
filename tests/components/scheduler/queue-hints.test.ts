/** Every event, and what each plugin makes of it (scheduler.md section 2, C-2 to C-4, C-30, C-31). */
import { describe, expect, it } from 'vitest';
import type { Node, Pod, PodSpec } from '../../../src/model/objects.ts';
import type { KubernetesVersion } from '../../../src/model/versions.ts';
import { nodeEvents, podEvents, QueueTrial, wakingEvents } from '../../../src/components/scheduler/scheduler.ts';
import { node } from './cluster.ts';
import {
  SECOND,
  pod,
  on,
  labelled,
  tainted,
  cordoned,
  wakes,
  adds,
  turns,
  removes,
  binds,
  changes,
  ends,
} from './queue-wakes.ts';

const ALL = ['1.32', '1.33', '1.34', '1.35', '1.36', '1.37'] as const;

describe('what an update of a node says', () => {
  it('a heartbeat is no event', () => {
    const before = node('n');
    const beat = (at: string): Node => ({
      ...before,
      status: { ...before.status, conditions: [{ type: 'Ready', status: 'True', lastHeartbeatTime: at }] },
    });
    expect(nodeEvents(beat('2026-02-01T00:00:00Z'), beat('2026-02-01T00:00:10Z'))).toEqual([]);
  });

  it('to uncordon is a change of taints, to cordon is none; both changes are told one by one', () => {
    expect(nodeEvents(cordoned(), cordoned(false))).toEqual(['NodeUpdateNodeTaint']);
    expect(nodeEvents(cordoned(false), cordoned())).toEqual([]);
    const both = { ...tainted('k'), spec: { ...tainted('k').spec, unschedulable: true } };
    expect(nodeEvents(both, node('n'))).toEqual(['NodeUpdateNodeTaint', 'NodeUpdateNodeTaint']);
  });

  it('amounts, labels, taints, conditions and annotations, in this order', () => {
    const after: Node = {
      ...tainted('k'),
      metadata: { name: 'n', labels: { a: 'b' }, annotations: { c: 'd' } },
      status: { allocatable: { cpu: '8', pods: '110' }, conditions: [{ type: 'Ready', status: 'False' }] },
    };
    expect(nodeEvents(node('n'), after)).toEqual([
      'NodeUpdateNodeAllocatable',
      'NodeUpdateNodeLabel',
      'NodeUpdateNodeTaint',
      'NodeUpdateNodeCondition',
      'NodeUpdateNodeAnnotation',
    ]);
  });

  it('the same amount written otherwise is no change, an amount that is no longer named is one', () => {
    const of = (allocatable: Record<string, string>): Node => ({ ...node('n'), status: { allocatable } });
    expect(nodeEvents(of({ cpu: '1', memory: '1Gi' }), of({ memory: '1024Mi', cpu: '1000m' }))).toEqual([]);
    expect(nodeEvents(of({ cpu: '1', 'x.io/a': '0' }), of({ cpu: '1' }))).toEqual(['NodeUpdateNodeAllocatable']);
  });
});

describe('what an update of a Pod says', () => {
  const events = (before: Pod, after: Pod, version: KubernetesVersion = '1.35') =>
    podEvents('AssignedPod', before, after, version);

  it('nothing that matters is a plain update', () => {
    const annotated = { ...on('a'), metadata: { ...on('a').metadata, annotations: { x: 'y' } } };
    expect(events(on('a'), annotated)).toEqual(['AssignedPodUpdate']);
  });

  it('C-30 raised requests are an event of their own since 1.37', () => {
    const [small, large] = [on('a', {}, {}, '1'), on('a', {}, {}, '2')];
    expect(events(small, large, '1.36')).toEqual(['AssignedPodUpdate']);
    expect(events(small, large, '1.37')).toEqual(['AssignedPodUpdatePodScaleUp']);
    expect(events(large, small, '1.37')).toEqual(['AssignedPodUpdatePodScaleDown']);
  });

  it('a request that is no longer made counts as lowered', () => {
    const without = { ...on('a'), spec: { nodeName: 'n', containers: [{ name: 'c', image: 'web:1' }] } };
    expect(events(on('a'), without)).toEqual(['AssignedPodUpdatePodScaleDown']);
  });

  it('labels, gates and tolerations', () => {
    const before = on('a', { schedulingGates: [{ name: 'g' }] });
    const after = on('a', { tolerations: [{ operator: 'Exists' }] }, { app: 'x' });
    expect(events(before, after)).toEqual([
      'AssignedPodUpdatePodLabel',
      'AssignedPodUpdatePodSchedulingGatesEliminated',
      'AssignedPodUpdatePodToleration',
    ]);
  });
});

describe('C-2 C-31 a changed taint', () => {
  const taintChange = turns(tainted('k'), tainted('other'));

  it.each(['NodeName', 'NodeAffinity', 'NodePorts', 'NodeResourcesFit', 'InterPodAffinity', 'VolumeBinding'])(
    'wakes what %s rejected up to 1.36, whatever it is',
    (plugin) => {
      for (const version of ALL) expect(wakes(plugin, taintChange, { version })).toBe(version !== '1.37');
    },
  );

  it('wakes what TaintToleration rejected only if the node became tolerable, in all versions', () => {
    for (const version of ALL) {
      expect(wakes('TaintToleration', taintChange, { version })).toBe(false);
      expect(wakes('TaintToleration', turns(tainted('k'), node('n')), { version })).toBe(true);
    }
  });
});

describe('NodeUnschedulable (C-3)', () => {
  const unschedulable = 'node.kubernetes.io/unschedulable';
  it('only an uncordoned node helps, whatever the Pod tolerates', () => {
    expect(wakes('NodeUnschedulable', adds(node('n')))).toBe(true);
    expect(wakes('NodeUnschedulable', adds(cordoned()))).toBe(false);
    expect(wakes('NodeUnschedulable', turns(cordoned(), cordoned(false)))).toBe(true);
    expect(wakes('NodeUnschedulable', turns(tainted('k'), node('n')))).toBe(false);
  });

  it('a toleration of its own helps if it tolerates a cordon', () => {
    const tolerating = (key: string) => changes(pod('w'), pod('w', { tolerations: [{ key, operator: 'Exists' }] }));
    expect(wakes('NodeUnschedulable', tolerating(unschedulable))).toBe(true);
    expect(wakes('NodeUnschedulable', tolerating('else'))).toBe(false);
    expect(wakes('TaintToleration', tolerating('else'))).toBe(true);
  });
});

describe('TaintToleration', () => {
  it('a node that joins helps if the Pod tolerates it', () => {
    expect(wakes('TaintToleration', adds(node('n')))).toBe(true);
    expect(wakes('TaintToleration', adds(tainted('k')))).toBe(false);
    const waiting = pod('w', { tolerations: [{ key: 'k', operator: 'Exists' }] });
    expect(wakes('TaintToleration', adds(tainted('k')), { waiting })).toBe(true);
  });
});

describe('NodeName and NodeAffinity', () => {
  const waiting = pod('w', { nodeSelector: { disk: 'ssd' } });
  it('NodeName: any node that joins, no label', () => {
    expect(wakes('NodeName', adds(node('n')))).toBe(true);
    expect(wakes('NodeName', turns(node('n'), labelled({ disk: 'ssd' })))).toBe(false);
  });

  it('a node must match now and must not have before', () => {
    expect(wakes('NodeAffinity', adds(node('n')), { waiting })).toBe(false);
    expect(wakes('NodeAffinity', adds(labelled({ disk: 'ssd' })), { waiting })).toBe(true);
    expect(wakes('NodeAffinity', turns(node('n'), labelled({ disk: 'ssd' })), { waiting })).toBe(true);
    expect(
      wakes('NodeAffinity', turns(labelled({ disk: 'ssd' }), labelled({ disk: 'ssd', x: 'y' })), { waiting }),
    ).toBe(false);
    expect(wakes('NodeAffinity', turns(labelled({ disk: 'ssd' }), node('n')), { waiting })).toBe(false);
  });

  it('what the profile adds must match too', () => {
    const term = { matchExpressions: [{ key: 'pool', operator: 'In', values: ['a'] }] };
    const addedAffinity = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term] } };
    const configuration = { profiles: [{ pluginConfig: [{ name: 'NodeAffinity', args: { addedAffinity } }] }] };
    expect(wakes('NodeAffinity', adds(labelled({ disk: 'ssd' })), { waiting, configuration })).toBe(false);
    expect(wakes('NodeAffinity', adds(labelled({ disk: 'ssd', pool: 'a' })), { waiting, configuration })).toBe(true);
  });

  it('a malformed term is tried again, as after any error', () => {
    const term = { matchExpressions: [{ key: 'x', operator: 'Gt', values: ['no number'] }] };
    const nodeAffinity = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term] } };
    expect(wakes('NodeAffinity', adds(node('n')), { waiting: pod('w', { affinity: { nodeAffinity } }) })).toBe(true);
  });
});

describe('NodePorts', () => {
  const port = (hostPort: number): Partial<PodSpec> => ({
    containers: [{ name: 'c', image: 'web:1', ports: [{ containerPort: 80, hostPort }] }],
  });
  it('a Pod that goes must have held a port that this one wants', () => {
    const waiting = pod('w', port(8080));
    expect(wakes('NodePorts', ends(on('gone', port(8080))), { waiting })).toBe(true);
    expect(wakes('NodePorts', ends(on('gone', port(9090))), { waiting })).toBe(false);
    expect(wakes('NodePorts', ends(on('gone')), { waiting })).toBe(false);
    expect(wakes('NodePorts', adds(node('n')), { waiting })).toBe(true);
  });
});

describe('NodeResourcesFit', () => {
  const waiting = pod('w', {}, {}, '3');
  it('an added node must fit the Pod while it is empty', () => {
    expect(wakes('NodeResourcesFit', adds(node('n', '3')), { waiting })).toBe(true);
    expect(wakes('NodeResourcesFit', adds(node('n', '2')), { waiting })).toBe(false);
    const full: Node = { ...node('n'), status: { allocatable: { cpu: '8', memory: '8Gi', pods: '0' } } };
    expect(wakes('NodeResourcesFit', adds(full), { waiting })).toBe(false);
  });

  it('a known one must have grown in something that the Pod asks for, or in Pods', () => {
    const of = (allocatable: Record<string, string>): Node => ({ ...node('n'), status: { allocatable } });
    const base = { cpu: '4', memory: '8Gi', pods: '10' };
    const grows = (more: Record<string, string>) => turns(of(base), of({ ...base, ...more }));
    expect(wakes('NodeResourcesFit', grows({ cpu: '5' }), { waiting })).toBe(true);
    expect(wakes('NodeResourcesFit', grows({ pods: '11' }), { waiting })).toBe(true);
    expect(wakes('NodeResourcesFit', grows({ 'x.io/gpu': '1' }), { waiting })).toBe(false);
    expect(wakes('NodeResourcesFit', grows({ cpu: '3.5' }), { waiting })).toBe(false);
    expect(wakes('NodeResourcesFit', turns(of({ ...base, cpu: '1' }), of({ ...base, cpu: '2' })), { waiting })).toBe(
      false,
    );
  });

  it('a Pod that goes frees room if it was on a node', () => {
    expect(wakes('NodeResourcesFit', ends(on('gone')), { waiting })).toBe(true);
    expect(wakes('NodeResourcesFit', ends(pod('gone')), { waiting })).toBe(false);
  });

  it('a Pod that shrinks must shrink in what this one asks for', () => {
    const large = on('there', {}, {}, '2');
    const small = on('there', {}, {}, '1');
    expect(wakes('NodeResourcesFit', changes(large, small), { waiting })).toBe(true);
    expect(wakes('NodeResourcesFit', changes(small, large), { waiting, version: '1.37' })).toBe(false);
    expect(wakes('NodeResourcesFit', changes(large, small), { waiting: pod('w', { containers: [] }) })).toBe(false);
    // In-place resize is on since 1.33.
    expect(wakes('NodeResourcesFit', changes(large, small), { waiting, version: '1.32' })).toBe(false);
  });

  it('its own requests may be lowered', () => {
    expect(wakes('NodeResourcesFit', changes(waiting, pod('w', {}, {}, '1')), { waiting })).toBe(true);
  });
});

describe('PodTopologySpread', () => {
  const constraint = {
    maxSkew: 1,
    topologyKey: 'zone',
    whenUnsatisfiable: 'DoNotSchedule',
    labelSelector: { matchLabels: { app: 'web' } },
  };
  const waiting = pod('w', { topologySpreadConstraints: [constraint] }, { app: 'web' });
  const web = { app: 'web' };
  const spread = (act: (trial: QueueTrial) => void, from: Pod = waiting) =>
    wakes('PodTopologySpread', act, { waiting: from });

  it('Pods on nodes of the same namespace that match, coming, going, or starting or ceasing to match', () => {
    expect(spread(binds(on('a', {}, web)))).toBe(true);
    expect(spread(binds(on('a', {}, { app: 'db' })))).toBe(false);
    expect(spread(ends(on('a', {}, web)))).toBe(true);
    expect(spread(ends(pod('a', {}, web)))).toBe(false);
    expect(spread(changes(on('a', {}, web), on('a', {}, { app: 'db' })))).toBe(true);
    expect(spread(changes(on('a', {}, web), on('a', {}, { ...web, x: 'y' })))).toBe(false);
    const elsewhere = on('a', {}, web);
    expect(spread(binds({ ...elsewhere, metadata: { ...elsewhere.metadata, namespace: 'else' } }))).toBe(false);
  });

  it('soft constraints do not keep anybody, so they wake nobody', () => {
    const soft = { ...constraint, whenUnsatisfiable: 'ScheduleAnyway' };
    expect(spread(binds(on('a', {}, web)), pod('w', { topologySpreadConstraints: [soft] }, web))).toBe(false);
  });

  it('nodes with the key that come, go, move, gain or lose it', () => {
    expect(spread(adds(labelled({ zone: 'a' })))).toBe(true);
    expect(spread(adds(node('n')))).toBe(false);
    expect(spread(removes(labelled({ zone: 'a' })))).toBe(true);
    expect(spread(removes(node('n')))).toBe(false);
    expect(spread(turns(labelled({ zone: 'a' }), labelled({ zone: 'b' })))).toBe(true);
    expect(spread(turns(labelled({ zone: 'a' }), node('n')))).toBe(true);
    expect(spread(turns(labelled({ zone: 'a' }), labelled({ zone: 'a', x: 'y' })))).toBe(false);
  });

  it('taints of a node with the key', () => {
    const withZone = (each: Node): Node => ({ ...each, metadata: { name: 'n', labels: { zone: 'a' } } });
    expect(spread(turns(withZone(tainted('k')), withZone(node('n'))))).toBe(true);
    expect(spread(turns(tainted('k'), node('n')))).toBe(false);
  });

  it('its own labels, and its own tolerations where taints are honoured', () => {
    expect(spread(changes(waiting, { ...waiting, metadata: { ...waiting.metadata, labels: { app: 'db' } } }))).toBe(
      true,
    );
    const tolerations = [{ key: 'k', operator: 'Exists' }];
    expect(spread(changes(waiting, { ...waiting, spec: { ...waiting.spec, tolerations } }))).toBe(false);
    const honours = pod('w', { topologySpreadConstraints: [{ ...constraint, nodeTaintsPolicy: 'Honor' }] }, web);
    expect(spread(changes(honours, { ...honours, spec: { ...honours.spec, tolerations } }), honours)).toBe(true);
  });
});

describe('InterPodAffinity (C-4)', () => {
  const term = { topologyKey: 'zone', labelSelector: { matchLabels: { app: 'web' } } };
  const near = pod('w', { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } });
  const apart = pod('w', { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } });
  const web = { app: 'web' };
  const affine = (waiting: Pod, act: (trial: QueueTrial) => void) => wakes('InterPodAffinity', act, { waiting });

  it('affinity: a Pod on a node that matches comes, or starts to match', () => {
    expect(affine(near, binds(on('a', {}, web)))).toBe(true);
    expect(affine(near, binds(on('a', {}, { app: 'db' })))).toBe(false);
    expect(affine(near, changes(on('a', {}, { app: 'db' }), on('a', {}, web)))).toBe(true);
    expect(affine(near, ends(on('a', {}, web)))).toBe(false);
  });

  it('anti-affinity: one that matches goes, or ceases to match', () => {
    expect(affine(apart, ends(on('a', {}, web)))).toBe(true);
    expect(affine(apart, ends(on('a', {}, { app: 'db' })))).toBe(false);
    expect(affine(apart, changes(on('a', {}, web), on('a', {}, { app: 'db' })))).toBe(true);
    expect(affine(apart, binds(on('a', {}, web)))).toBe(false);
  });

  it('a Pod without terms does not hear of the end of the Pod whose anti-affinity kept it off', () => {
    expect(affine(pod('w', {}, web), ends({ ...apart, spec: { ...apart.spec, nodeName: 'n' } }))).toBe(false);
  });

  it('nodes: the key of an affinity term, or any new node with anti-affinity', () => {
    expect(affine(near, adds(labelled({ zone: 'a' })))).toBe(true);
    expect(affine(near, adds(node('n')))).toBe(false);
    expect(affine(apart, adds(node('n')))).toBe(true);
    expect(affine(near, turns(node('n'), labelled({ zone: 'a' })))).toBe(true);
    expect(affine(near, turns(labelled({ zone: 'a' }), node('n')))).toBe(false);
    expect(affine(apart, turns(labelled({ zone: 'a' }), node('n')))).toBe(true);
    expect(affine(apart, turns(node('n'), labelled({ zone: 'a' })))).toBe(false);
    expect(affine(near, turns(labelled({ zone: 'a' }), labelled({ zone: 'b' })))).toBe(true);
    expect(affine(apart, turns(labelled({ zone: 'a' }), labelled({ zone: 'b' })))).toBe(true);
  });
});

describe('several rejectors', () => {
  it('one that sees a chance is enough', () => {
    const trial = new QueueTrial({ version: '1.37' });
    const waiting = pod('w');
    trial.act(1, () => {
      trial.addPod(waiting);
      trial.pop();
      trial.queue.fail(waiting, ['NodeResourcesFit', 'TaintToleration']);
    });
    trial.act(60 * SECOND, () => trial.updateNode(node('n', '1', { spec: {} }), tainted('k')));
    expect(trial.queue.get('default/w')?.queue).toBe('active');
  });

  it('a plugin that the profile does not have asks for nothing', () => {
    const configuration = { profiles: [{ plugins: { multiPoint: { disabled: [{ name: 'NodeName' }] } } }] };
    expect(wakes('NodeName', adds(node('n')), { configuration })).toBe(false);
  });
});

describe('wakingEvents', () => {
  it('says by plugin what may wake a Pod', () => {
    expect(wakingEvents(['NodeResourcesFit', 'SchedulingGates', 'DefaultPreemption'], '1.37')).toEqual([
      {
        plugin: 'NodeResourcesFit',
        events: [
          'AssignedPodDelete',
          'AssignedPodUpdatePodScaleDown',
          'NodeAdd',
          'NodeUpdateNodeAllocatable',
          'TargetPodUpdatePodScaleDown',
        ],
      },
      { plugin: 'SchedulingGates', events: ['TargetPodUpdatePodSchedulingGatesEliminated'] },
      { plugin: 'DefaultPreemption', events: [] },
    ]);
  });

  it('C-2 with changed taints up to 1.36', () => {
    expect(wakingEvents(['NodeName'], '1.36')).toEqual([
      { plugin: 'NodeName', events: ['NodeAdd', 'NodeUpdateNodeTaint'] },
    ]);
  });

  it('anything wakes what an unknown plugin rejected', () => {
    const [unknown] = wakingEvents(['Mine'], '1.35');
    expect(unknown?.events).toContain('NodeDelete');
    expect(unknown?.events).toContain('PersistentVolumeUpdate');
  });
});
