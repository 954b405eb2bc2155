/**
 * When a Node that says nothing is given up: monitorNodeHealth of pkg/controller/nodelifecycle/node_lifecycle_controller.go and the
 * taint eviction after it (v1.37; 11.8). Pure; times in seconds. Left out: the rate limits by zone.
 */
/** At a check: its conditions become Unknown. @param probe when the Node was last seen to report */
export const isUnresponsive = (probe: number, now: number, grace: number): boolean => now > probe + grace;

/** When a Pod on it is marked for deletion. @param tolerationSeconds of the NoExecute taint; undefined = never */
export const evictionTime = (tainted: number, tolerationSeconds: number | undefined): number | undefined =>
  tolerationSeconds === undefined ? undefined : tainted + Math.max(0, tolerationSeconds);
