/** kubernetes pkg/scheduler/framework/plugins/interpodaffinity/plugin.go mergeAffinityTermNamespacesIfNotEmpty (v1.37). */
import { compileSelector } from '../../../../model/selectors.ts';
import type { CycleContext } from '../../framework.ts';
import type { AffinityTerm } from '../../pod-info.ts';

const NOTHING = compileSelector(undefined);

/** Adds the namespaces that the term's selector picks by name. Since 1.37 the selector is then spent (C-29). */
export function resolveNamespaces<T extends AffinityTerm>(cx: CycleContext, term: T): T {
  const { namespaceSelector } = term;
  if (namespaceSelector.empty) return term;
  const selected = Object.entries(cx.input.namespaceLabels)
    .filter(([, labels]) => namespaceSelector.matches(labels))
    .map(([name]) => name);
  return {
    ...term,
    namespaces: new Set([...term.namespaces, ...selected]),
    namespaceSelector: cx.minor >= 37 ? NOTHING : namespaceSelector,
  };
}
