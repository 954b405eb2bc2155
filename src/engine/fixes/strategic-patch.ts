/**
 * The strategic merge patch of a Pod's spec, for a template that is like it but not at hand: items are found by their name,
 * and what admission wrote into the Pod is left out.
 */
import type { Container, PodSpec, Toleration } from '../../model/objects.ts';

/** Fields that a template leaves to admission. */
export const ADMITTED: ReadonlySet<string> = new Set(['priority', 'preemptionPolicy']);
const ADMITTED_TOLERATIONS = /^node\.kubernetes\.io\/(?:not-ready|unreachable)$/;

type Fields = Readonly<Record<string, unknown>>;

export function strategicPatch(before: PodSpec, after: PodSpec): Fields {
  const patch: Record<string, unknown> = {};
  const [old, now] = [before as Fields, after as Fields];
  for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
    if (old[key] === now[key] || ADMITTED.has(key)) continue;
    patch[key] = fieldPatch(key, old[key], now[key]);
  }
  return patch;
}

function fieldPatch(key: string, before: unknown, after: unknown): unknown {
  if (after === undefined) return null;
  switch (key) {
    case 'containers':
    case 'initContainers':
      return containersPatch(before as readonly Container[], after as readonly Container[]);
    case 'tolerations':
      return (after as readonly Toleration[]).filter((t) => !ADMITTED_TOLERATIONS.test(t.key ?? ''));
    case 'nodeSelector':
      return mapPatch((before ?? {}) as Fields, after as Fields);
    case 'topologySpreadConstraints':
      return [...(after as readonly object[]), { $patch: 'replace' }];
    case 'volumes':
      return (after as readonly object[]).filter((volume) => !((before ?? []) as readonly object[]).includes(volume));
    default:
      return typeof after === 'object' && after !== null ? { $patch: 'replace', ...after } : after;
  }
}

const mapPatch = (before: Fields, after: Fields): Fields => ({
  ...Object.fromEntries(Object.keys(before).flatMap((key) => (key in after ? [] : [[key, null] as const]))),
  ...Object.fromEntries(Object.entries(after).filter(([key, value]) => before[key] !== value)),
});

/** Only what differs; ports as a whole, for their key is a number that may be the very thing that changes. */
function containersPatch(before: readonly Container[], after: readonly Container[]): Fields[] {
  return after.flatMap((container, i): Fields[] => {
    const old = before[i];
    if (old === undefined || old === container) return [];
    const changed = Object.entries(container).filter(([key, value]) => old[key] !== value);
    return [
      {
        name: container.name,
        ...Object.fromEntries(
          changed.map(([k, v]) => [k, k === 'ports' ? [...(v as object[]), { $patch: 'replace' }] : v]),
        ),
      },
    ];
  });
}
