/** A Pod, or the template of one, as the Pod Security checks read it, and the words that their texts share. */
import { compareBytes } from '../../kernel/kernel.ts';
import { fieldsOf, listOf, textOf, type Fields } from './fields.ts';

export interface ContainerView {
  readonly name: string;
  readonly fields: Fields;
  /** securityContext */
  readonly context: Fields;
}

export interface PodView {
  readonly annotations: Fields;
  readonly spec: Fields;
  /** spec.securityContext */
  readonly own: Fields;
  /** Init containers, containers, ephemeral containers. */
  readonly containers: readonly ContainerView[];
  /** 32..37: of the api-server, not of the policy. */
  readonly serverMinor: number;
}

/** Reason: "hostPort"; detail: `container "c" uses hostPort 80`. */
export interface Finding {
  readonly reason: string;
  readonly detail: string;
}

export type Check = (pod: PodView) => Finding | undefined;

/** `pod`: an object with metadata and spec of a Pod. */
export function viewOf(pod: Fields, serverMinor: number): PodView {
  const spec = fieldsOf(pod['spec']);
  const lists = ['initContainers', 'containers', 'ephemeralContainers'];
  const containers = lists.flatMap((list) =>
    listOf(spec[list]).map((container) => {
      const fields = fieldsOf(container);
      return { name: textOf(fields['name']), fields, context: fieldsOf(fields['securityContext']) };
    }),
  );
  const annotations = fieldsOf(fieldsOf(pod['metadata'])['annotations']);
  return { annotations, spec, own: fieldsOf(spec['securityContext']), containers, serverMinor };
}

export const plural = (one: string, many: string, { length }: readonly unknown[]): string =>
  length === 1 ? one : many;

/** `"a", "b"`: upstream's joinQuote escapes nothing. */
export const quoted = (texts: readonly string[]): string => (texts.length === 0 ? '' : `"${texts.join('", "')}"`);

/** Each text once, in Go's order of strings. */
export const sorted = (texts: Iterable<string>): readonly string[] => [...new Set(texts)].sort(compareBytes);

/** `container "a"`, `containers "a", "b"`. */
export const named = (names: readonly string[]): string =>
  `${plural('container', 'containers', names)} ${quoted(names)}`;

/** Names of the containers for which `wrong` holds. */
export const offenders = (pod: PodView, wrong: (context: Fields, fields: Fields) => boolean): readonly string[] =>
  pod.containers.filter(({ context, fields }) => wrong(context, fields)).map(({ name }) => name);

/** "pod", `container "a"` or `pod and containers "a", "b"`; "" where nobody is to blame. */
export const setters = (pod: boolean, names: readonly string[]): string =>
  [...(pod ? ['pod'] : []), ...(names.length === 0 ? [] : [named(names)])].join(' and ');
