/** Virtual time of each hop, in ticks of a cluster (microseconds). docs/spec/latencies.md explains the defaults. */
export interface Latencies {
  /** Client to api-server. */
  readonly request: number;
  /** Authentication, admission and the etcd commit. */
  readonly commit: number;
  /** Api-server to client. */
  readonly response: number;
  /** Commit to a watcher. */
  readonly watch: number;
  /** FIFO pop and indexer update. */
  readonly informerPop: number;
  /** Listener to handler. */
  readonly handler: number;
  /** From a key in a work queue to the start of its sync, where a worker is free. */
  readonly workqueue: number;
  /** One sync of a controller, computing only. */
  readonly sync: number;
  /** Cost of one plugin on one node in the scheduler's Filter or Score. */
  readonly pluginPerNode: number;
  /** Fixed cost of each extension point of a scheduling cycle. */
  readonly extensionPoint: number;
  /** The first scheduling cycle starts no earlier than so long after the world does. */
  readonly schedulerStart: number;
  /** Kubelet: from the watch event to admission. */
  readonly kubeletSync: number;
  readonly imagePull: number;
  readonly containerStart: number;
  /** A container takes this long to stop, unless its grace period is shorter. */
  readonly containerStop: number;
  /** PLEG relist period: a state change of the runtime is seen at most this much later. */
  readonly pleg: number;
}

export const DEFAULT_LATENCIES: Latencies = {
  request: 500,
  commit: 1500,
  response: 500,
  watch: 1000,
  informerPop: 50,
  handler: 20,
  workqueue: 50,
  sync: 500,
  pluginPerNode: 2,
  extensionPoint: 20,
  schedulerStart: 0,
  kubeletSync: 1000,
  imagePull: 700_000,
  containerStart: 50_000,
  containerStop: 1_000_000,
  pleg: 1_000_000,
};
