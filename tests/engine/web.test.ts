import { describe, expect, it } from 'vitest';
import { EVENT_KIND_NAMES, LANES } from '../../src/model/events.ts';
import { gallery, openEngine, runToRest } from '../fixtures/dumps.ts';

const engine = runToRest(openEngine(gallery('web')));
const { trace } = engine.cluster.world;
const kindOf = (k: number): string => EVENT_KIND_NAMES[trace.kind(k)] ?? '';
const SPEC = { queueRows: 20, nodes: 200, cycleRows: 20 };

describe('the prepared scenario', () => {
  it('begins with kubectl sending the Deployment, and nothing before it', () => {
    expect([kindOf(1), trace.subject(1), trace.object(1), trace.detail(1)]).toEqual([
      'request.sent',
      'kubectl',
      'Deployment/default/web',
      'create',
    ]);
  });

  it('ends with three Pods of web Running on node-a to node-c, none on node-d', () => {
    const pods = engine.objects(engine.cluster.world.step).filter((r) => r.key.startsWith('Pod/default/web-'));
    expect(pods.map((p) => p.status)).toEqual(['Running', 'Running', 'Running']);
    expect(pods.map((p) => p.node)).not.toContain('node-d');
  });

  it('no message misses the api-server: what is delivered was sent by it, what is sent reaches it', () => {
    for (let k = 1; k <= trace.length; k++) {
      const cause = trace.cause(k);
      const kind = kindOf(k);
      if (kind === 'watch.delivered') expect(kindOf(cause)).toBe('store.written');
      if (kind === 'store.written' || kind === 'request.refused' || kind === 'request.served')
        expect(kindOf(cause)).toBe('request.sent');
      if (kind === 'response.delivered') expect(kindOf(cause)).toMatch(/^(store\.written|request\.(served|refused))$/);
    }
  });

  it('a Pod goes its whole way, in order', () => {
    // The Pod whose kubelet pulls the image: the next one on that node finds it there.
    let first = 1;
    while (kindOf(first) !== 'image.pulling') first++;
    const pod = trace.object(first);
    const seen: string[] = [];
    for (let k = 1; k <= trace.length; k++) {
      if (trace.object(k) !== pod) continue;
      const words = ['store.written', 'request.sent'].includes(kindOf(k)) ? ` ${trace.detail(k)}` : '';
      seen.push(`${LANES[trace.lane(k)] ?? ''}: ${kindOf(k)}${words}`);
    }
    const way = [
      'api-server: store.written create',
      'informers: watch.delivered',
      'informers: informer.popped',
      'informers: handler.called',
      'scheduler: cycle.started',
      'scheduler: cycle.prefilter',
      'scheduler: cycle.filter',
      'scheduler: cycle.score',
      'scheduler: cycle.reserve',
      'scheduler: cycle.permit',
      'scheduler: request.sent bind',
      'api-server: store.written bind',
      'kubelets: watch.delivered',
      'kubelets: kubelet.admitted',
      'kubelets: request.sent patch status',
      'kubelets: image.pulling',
      'kubelets: image.pulled',
      'kubelets: container.started',
      'kubelets: request.sent patch status',
      'kubelets: pod.ready',
    ];
    let at = -1;
    for (const station of way) {
      const next = seen.indexOf(station, at + 1);
      expect(next, `${station} after ${seen[at] ?? 'the start'}`).toBeGreaterThan(at);
      at = next;
    }
  });

  it('the stage of every 20th step holds each Pod exactly once', () => {
    for (let k = 0; k <= trace.length; k += 20) {
      const view = engine.view(k, SPEC);
      const placed = [
        ...view.nodes.flatMap((n) => n.pods),
        ...view.active,
        ...view.backoff,
        ...view.unschedulable,
        ...view.elsewhere,
      ].map((p) => p.key);
      expect(new Set(placed).size).toBe(placed.length);
      const pods = engine
        .objects(k)
        .filter((r) => r.kind === 'Pod')
        .map((r) => r.key);
      expect([...placed].sort()).toEqual([...pods].sort());
    }
  });

  it('totals in the heat map are the sums of their cells', () => {
    let checked = 0;
    for (let k = 0; k <= trace.length; k++) {
      if (kindOf(k) !== 'cycle.score') continue;
      const cycle = engine.view(k, SPEC).cycle;
      expect(cycle?.host).toBe(trace.detail(k));
      for (const node of cycle?.nodes ?? []) {
        if (node.plugin !== '') continue;
        checked++;
        expect(node.scores.reduce((a, b) => a + b, 0)).toBe(node.total);
      }
      expect(cycle?.nodes.find((n) => n.node === 'node-d')?.plugin).toBe('NodeResourcesFit');
    }
    expect(checked).toBe(9);
  });
});
