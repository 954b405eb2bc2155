/**
 * Which objects a ResourceQuota with scopes counts: getScopeSelectorsFromQuota, podMatchesScopeFunc and MatchesNoScopeFunc of
 * k8s.io/apiserver pkg/quota/v1/generic and pkg/quota/v1/evaluator/core/pods.go (v1.37). Pure. Left out: the scope
 * VolumeAttributesClass, which is of claims.
 */
import type { KubeObject } from '../../model/objects.ts';
import { selectorMatches } from '../../model/selectors.ts';
import { fieldsOf, isFields, listOf, textOf, type Fields } from './fields.ts';
import { qosClass } from './qos.ts';

interface Scope {
  readonly name: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/** spec.scopes, and what spec.scopeSelector adds; all of them have to be met. */
function scopesOf(quota: KubeObject): readonly Scope[] {
  const spec = fieldsOf(quota.spec);
  const named = listOf(spec['scopes']).map((scope) => ({ name: textOf(scope), operator: 'Exists', values: [] }));
  const selected = listOf(fieldsOf(spec['scopeSelector'])['matchExpressions']).map((one) => {
    const { scopeName, operator, values } = fieldsOf(one);
    return { name: textOf(scopeName), operator: textOf(operator), values: listOf(values).map(textOf) };
  });
  return [...named, ...selected];
}

/** A scope is of Pods: nothing else is in any. */
export function isInScopes(quota: KubeObject, object: KubeObject): boolean {
  return scopesOf(quota).every((scope) => object.kind === 'Pod' && meets(fieldsOf(object.spec), scope));
}

function meets(spec: Fields, { name, operator, values }: Scope): boolean {
  const className = textOf(spec['priorityClassName']);
  const deadline = spec['activeDeadlineSeconds'];
  const ends = typeof deadline === 'number' && deadline >= 0;
  switch (name) {
    case 'Terminating':
      return ends;
    case 'NotTerminating':
      return !ends;
    case 'BestEffort':
      return qosClass(spec) === 'BestEffort';
    case 'NotBestEffort':
      return qosClass(spec) !== 'BestEffort';
    case 'PriorityClass': {
      if (operator === 'Exists') return className !== '';
      const labels = className === '' ? {} : { [name]: className };
      return selectorMatches({ matchExpressions: [{ key: name, operator, values }] }, labels);
    }
    case 'CrossNamespacePodAffinity':
      return ['podAffinity', 'podAntiAffinity'].some((kind) => crossesNamespaces(fieldsOf(spec['affinity'])[kind]));
    default:
      return false;
  }
}

/** crossNamespacePodAffinityTerm: it names namespaces, or selects some, be it with an empty selector. */
function crossesNamespaces(affinity: unknown): boolean {
  const { requiredDuringSchedulingIgnoredDuringExecution: required, preferredDuringSchedulingIgnoredDuringExecution } =
    fieldsOf(affinity);
  const preferred = listOf(preferredDuringSchedulingIgnoredDuringExecution);
  const terms = [...listOf(required), ...preferred.map((one) => fieldsOf(one)['podAffinityTerm'])].map(fieldsOf);
  return terms.some((term) => listOf(term['namespaces']).length > 0 || isFields(term['namespaceSelector']));
}
