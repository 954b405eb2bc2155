/**
 * kubernetes pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go (v1.34 to v1.37), for Pods without claims:
 * a score of 0 since 1.35 (C-10, C-21) and its part of the PostFilter text. Left out: claims.
 */
import { type Plugin, SKIP } from '../../framework.ts';
import { dynamicResourcesHints } from './hints.ts';

export const dynamicResources: Plugin = {
  name: 'DynamicResources',
  preScore({ minor }) {
    return minor >= 35 ? { kind: 'run', run: { score: () => 0 } } : SKIP;
  },
  hints: dynamicResourcesHints,
};

/** @returns what it says after a failed Filter; "" where it says nothing (C-24). */
export const noClaimsMessage = (minor: number): string =>
  minor >= 34 && minor <= 36 ? 'no new claims to deallocate' : '';

/** After a rejection in PreFilter it finds no state of its own, fails, and preemption is not asked. */
export const failsAfterPreFilter = (minor: number): boolean => minor >= 34;
