/** kubectl v1.37 pkg/cmd/apply/apply.go applyOneObject: an object that the server is to name cannot be applied. */
import { describe, expect, it } from 'vitest';
import { openEngine, runToRest } from '../fixtures/dumps.ts';

const POD =
  '{apiVersion: v1, kind: Pod, metadata: {generateName: web-}, spec: {containers: [{name: c, image: "web:1"}]}}';

const after = (entry: string) => {
  const timeline = `  timeline:\n  - {at: 1s, ${entry}}\n`;
  return runToRest(
    openEngine({ name: 'named.yaml', data: `apiVersion: steplane.dev/v1\nkind: Scenario\nspec:\n${timeline}` }),
  );
};

describe('generateName without a name', () => {
  it.each([
    ['apply', `apply: ${POD}`],
    ['apply, server side', `apply: ${POD}, serverSide: true`],
  ])('%s gives up in kubectl’s words, and makes nothing', (_what, entry) => {
    const engine = after(entry);
    expect(engine.cluster.refusals().map(({ message }) => message)).toEqual([
      'from web-: cannot use generate name with apply',
    ]);
    expect(engine.objects(engine.run.status.steps).filter(({ kind }) => kind === 'Pod')).toEqual([]);
  });

  it('create makes a name', () => {
    const engine = after(`create: ${POD}`);
    expect(engine.cluster.refusals()).toEqual([]);
    const [pod] = engine.objects(engine.run.status.steps).filter(({ kind }) => kind === 'Pod');
    expect(pod?.key).toMatch(/^Pod\/default\/web-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  });
});
