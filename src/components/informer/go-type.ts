import { resourceInfo } from '../../model/resources.ts';

/** The Go type of a resource's objects as %T prints it: "*v1.Pod". */
export function kindOfResource(resource: string): string {
  const info = resourceInfo(resource);
  const version = info?.apiVersion.split('/').at(-1) ?? 'v1';
  return `*${version}.${info?.kind ?? resource}`;
}
