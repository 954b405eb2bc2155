/** The command that brings what the input left out. */
export const kubectlFor = (kinds: readonly string[]): string =>
  `kubectl get ${kinds.map((kind) => kind.toLowerCase()).join(',')} -A -o yaml`;
