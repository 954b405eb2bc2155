/** Is that the name of an image? distribution/reference ParseNormalizedNamed, as kubelets of 1.37 ask it. Pure. */

const DOMAIN =
  /^(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?)*|\[[a-fA-F0-9:]+\])(?::\d+)?$/;
const PART = '[a-z0-9]+(?:(?:[._]|__|[-]+)[a-z0-9]+)*';
const REST = new RegExp(
  `^${PART}(?:/${PART})*(?::\\w[\\w.-]{0,127})?(?:@[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,})?$`,
);
const IDENTIFIER = /^[a-f0-9]{64}$/;

/** @returns what the parser says, undefined where the name is fine */
export function imageNameProblem(image: string): string | undefined {
  if (IDENTIFIER.test(image)) {
    return `invalid repository name (${image}), cannot specify 64-byte hexadecimal strings`;
  }
  const [domain, rest] = splitDomain(image);
  const colon = rest.indexOf(':');
  const remote = colon < 0 ? rest : rest.slice(0, colon);
  if (remote.toLowerCase() !== remote) {
    return `invalid reference format: repository name (${remote}) must be lowercase`;
  }
  return DOMAIN.test(domain) && REST.test(rest) ? undefined : 'invalid reference format';
}

/** splitDockerDomain. */
function splitDomain(image: string): [domain: string, rest: string] {
  const slash = image.indexOf('/');
  const first = slash < 0 ? '' : image.slice(0, slash);
  const isDomain = /[.:]/.test(first) || first === 'localhost' || first.toLowerCase() !== first;
  const [domain, rest] = isDomain ? [first, image.slice(slash + 1)] : ['docker.io', image];
  return [domain, domain === 'docker.io' && !rest.includes('/') ? `library/${rest}` : rest];
}
