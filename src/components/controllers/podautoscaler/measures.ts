/** What the scenario says is measured now: it stands for the metrics APIs (metrics.k8s.io, custom and external metrics). Pure. */
import type { ScriptedMetric } from '../../../model/metrics.ts';
import type { Pod } from '../../../model/objects.ts';

/** The newest that fits and whose time has come; null where that says that there is nothing. */
function newest(
  script: readonly ScriptedMetric[],
  nowTicks: number,
  fits: (metric: ScriptedMetric) => boolean,
): number | null | undefined {
  return script.filter((metric) => metric.fromMicros <= nowTicks && fits(metric)).at(-1)?.milli;
}

export class Measures {
  /** @param nowTicks microseconds since the beginning */
  constructor(
    private readonly script: readonly ScriptedMetric[],
    private readonly nowTicks: number,
  ) {}

  /** Thousandths that a running Pod uses, of one container or of all; undefined where nothing is measured. */
  ofPod(pod: Pod, name: string, container?: string): number | undefined {
    if (pod.status?.phase !== 'Running') return undefined;
    const of = (which: string | undefined): number | null | undefined =>
      newest(this.script, this.nowTicks, (metric) => {
        if (metric.of.kind !== 'pods' || metric.name !== name) return false;
        const { labels } = metric.of;
        const isHere = metric.namespace === (pod.metadata.namespace ?? 'default') && metric.of.container === which;
        return isHere && Object.entries(labels).every(([key, value]) => pod.metadata.labels?.[key] === value);
      });
    const names = pod.spec.containers.map((one) => one.name);
    const whole = of(undefined);
    if (container !== undefined) return of(container) ?? (names.length === 1 ? (whole ?? undefined) : undefined);
    if (whole !== undefined) return whole ?? undefined;
    const parts = names.flatMap((one) => of(one) ?? []);
    return parts.length === 0 ? undefined : parts.reduce((sum, part) => sum + part, 0);
  }

  /** @param object "Service/web" */
  ofObject(namespace: string, object: string, name: string): number | undefined {
    const fits = (metric: ScriptedMetric): boolean =>
      metric.of.kind === 'object' &&
      metric.of.object === object &&
      metric.name === name &&
      metric.namespace === namespace;
    return newest(this.script, this.nowTicks, fits) ?? undefined;
  }

  ofExternal(namespace: string, name: string): number | undefined {
    const fits = (metric: ScriptedMetric): boolean =>
      metric.of.kind === 'external' && metric.name === name && metric.namespace === namespace;
    return newest(this.script, this.nowTicks, fits) ?? undefined;
  }
}
