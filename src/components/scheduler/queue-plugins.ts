/**
 * What the queue asks the plugins of a Pod's profile: kubernetes pkg/scheduler/backend/queue/scheduling_queue.go
 * isEventOfInterest, runPreEnqueuePlugins (v1.37).
 */
import type { Pod } from '../../model/objects.ts';
import { type KubernetesVersion, minorOf } from '../../model/versions.ts';
import type { ClusterInput } from './cache.ts';
import { type ClusterEvent, isWildcard, type QueueingHint } from './cluster-events.ts';
import { type Configuration, type Profile, profileFor } from './configuration.ts';
import type { CycleContext, Plugin } from './framework.ts';
import { HintMap } from './hint-map.ts';
import { podInfo, podKey } from './pod-info.ts';

export interface QueueCluster {
  input(): ClusterInput;
  /** Is a preemption for the Pod still being carried out? */
  isPreempting(key: string): boolean;
}

interface ProfilePlugins {
  readonly profile: Profile;
  readonly gates: readonly Plugin[];
  readonly hints: HintMap;
}

const NO_HINTS: ReadonlyMap<string, readonly QueueingHint[]> = new Map();
const NO_LABELS: Readonly<Record<string, string>> = {};

export class QueuePlugins {
  private readonly byProfile: ReadonlyMap<Profile, ProfilePlugins>;
  private readonly interested = new Map<ClusterEvent, ReadonlySet<string>>();

  constructor(
    private readonly configuration: Configuration,
    private readonly version: KubernetesVersion,
    private readonly cluster: QueueCluster,
  ) {
    this.byProfile = new Map(
      configuration.profiles.map((profile) => {
        const plugins = profile.plugins.map(({ plugin }) => plugin);
        const gates = plugins.filter((plugin) => plugin.preEnqueue !== undefined);
        return [profile, { profile, gates, hints: new HintMap(plugins, minorOf(version)) }];
      }),
    );
  }

  private of(pod: Pod): ProfilePlugins | undefined {
    const profile = profileFor(this.configuration, pod.spec.schedulerName);
    return profile && this.byProfile.get(profile);
  }

  /** @param before the plugin that held the Pod back so far; it is asked first @returns the one that does, if any */
  gate(pod: Pod, before: string | undefined): string | undefined {
    const gates = this.of(pod)?.gates ?? [];
    const first = gates.filter(({ name }) => name === before);
    const isPreempting = this.cluster.isPreempting(podKey(pod));
    const closed = [...first, ...gates].find((plugin) => plugin.preEnqueue?.(pod, isPreempting) !== undefined);
    return closed?.name;
  }

  /** Names of the plugins, of any profile, that registered the event. */
  interestedIn(event: ClusterEvent): ReadonlySet<string> {
    let names = this.interested.get(event);
    if (names === undefined) {
      names = new Set([...this.byProfile.values()].flatMap(({ hints }) => [...hints.at(event).keys()]));
      this.interested.set(event, names);
    }
    return names;
  }

  isOfInterest(event: ClusterEvent): boolean {
    return isWildcard(event) || this.interestedIn(event).size > 0;
  }

  /** Hints of the Pod's profile for the event, by plugin. */
  hints(pod: Pod, event: ClusterEvent): ReadonlyMap<string, readonly QueueingHint[]> {
    return this.of(pod)?.hints.at(event) ?? NO_HINTS;
  }

  /** What a hint may look at. */
  context(pod: Pod): CycleContext {
    const { version, cluster } = this;
    const input = cluster.input();
    const profile = this.of(pod)?.profile;
    return {
      input: { pod, nodes: [], startIndex: 0, version, ...input },
      version,
      minor: minorOf(version),
      pod: podInfo(pod, version),
      nodes: [],
      argsOf: (plugin) => profile?.argsOf(plugin) ?? {},
      namespaceLabels: (namespace) => input.namespaceLabels[namespace] ?? NO_LABELS,
    };
  }
}
