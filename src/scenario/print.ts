import yaml from 'js-yaml';

/** An object as `kubectl get -o yaml` prints it: keys sorted, managedFields hidden. */
export function printYaml(object: object): string {
  const { metadata, ...rest } = object as { metadata?: Readonly<Record<string, unknown>> };
  const shown = Object.fromEntries(Object.entries(metadata ?? {}).filter(([key]) => key !== 'managedFields'));
  return yaml.dump({ ...rest, metadata: shown }, { lineWidth: -1, noRefs: true, sortKeys: true, noArrayIndent: true });
}
