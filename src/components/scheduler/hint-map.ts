/**
 * Which plugins want to hear of an event: kubernetes pkg/scheduler/scheduler.go buildQueueingHintMap and
 * framework/runtime/framework.go fillEnqueueExtensions (v1.37; C-2, C-31).
 */
import { compareBytes } from '../../kernel/kernel.ts';
import { type KubernetesVersion, minorOf } from '../../model/versions.ts';
import { ALL_EVENTS, type ClusterEvent, type EventHint, NEVER, type QueueingHint } from './cluster-events.ts';
import type { Plugin } from './framework.ts';
import { VOLUME_HINTS } from './hints-volume.ts';
import { DEFAULT_PLUGINS } from './registry.ts';

const NO_HINTS: readonly EventHint[] = [];

const mayReject = (plugin: Plugin): boolean =>
  plugin.preEnqueue !== undefined || plugin.preFilter !== undefined || plugin.filter !== undefined;

const registers = (hints: readonly EventHint[], event: ClusterEvent): boolean =>
  hints.some(({ events }) => events.includes(event));

function ownHints(plugin: Plugin, minor: number): readonly EventHint[] {
  const own = plugin.hints?.(minor) ?? VOLUME_HINTS[plugin.name]?.(minor);
  if (own !== undefined) return own;
  return mayReject(plugin) ? [{ events: ALL_EVENTS }] : NO_HINTS;
}

/** What a plugin hears of. Up to 1.36 whoever hears of new nodes hears of every changed taint too. */
export function hintsOf(plugin: Plugin, minor: number): readonly EventHint[] {
  const hints = ownHints(plugin, minor);
  if (minor > 36 || !registers(hints, 'NodeAdd') || registers(hints, 'NodeUpdateNodeTaint')) return hints;
  return [...hints, { events: ['NodeUpdateNodeTaint'] }];
}

const ALWAYS: QueueingHint = () => true;
const NOBODY: ReadonlyMap<string, readonly QueueingHint[]> = new Map();

export class HintMap {
  private readonly byEvent = new Map<ClusterEvent, Map<string, QueueingHint[]>>();

  constructor(plugins: readonly Plugin[], minor: number) {
    for (const plugin of plugins)
      for (const { events, hint = ALWAYS } of hintsOf(plugin, minor))
        for (const event of events) this.add(event, plugin.name, hint);
  }

  private add(event: ClusterEvent, plugin: string, hint: QueueingHint): void {
    let hints = this.byEvent.get(event);
    if (hints === undefined) this.byEvent.set(event, (hints = new Map<string, QueueingHint[]>()));
    hints.set(plugin, [...(hints.get(plugin) ?? []), hint]);
  }

  /** By plugin, those that registered the event. */
  at(event: ClusterEvent): ReadonlyMap<string, readonly QueueingHint[]> {
    return this.byEvent.get(event) ?? NOBODY;
  }
}

export interface WakingEvents {
  readonly plugin: string;
  /** Upstream's labels, "NodeAdd"; sorted. */
  readonly events: readonly string[];
}

/** What may wake a Pod that these plugins rejected, plugin by plugin; one that is not known wakes on anything. */
export function wakingEvents(plugins: readonly string[], version: KubernetesVersion): WakingEvents[] {
  const minor = minorOf(version);
  return plugins.map((name) => {
    const plugin = DEFAULT_PLUGINS.find((row) => row.name === name)?.plugin;
    const hints =
      plugin === undefined ? (VOLUME_HINTS[name]?.(minor) ?? [{ events: ALL_EVENTS }]) : hintsOf(plugin, minor);
    const events = hints.flatMap((one) => (one.hint === NEVER ? [] : one.events));
    return { plugin: name, events: [...new Set(events)].sort(compareBytes) };
  });
}
