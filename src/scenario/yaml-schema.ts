import yaml from 'js-yaml';

/**
 * Scalars as kubectl reads them: sigs.k8s.io/yaml stands on YAML 1.1 (yes, on, 0777 ...), and a timestamp stays text.
 */
const bool = new yaml.Type('tag:yaml.org,2002:bool', {
  kind: 'scalar',
  resolve: (data: unknown) =>
    typeof data === 'string' &&
    /^(?:y|Y|yes|Yes|YES|n|N|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/.test(data),
  construct: (data: string) => /^(?:y|t|on)/i.test(data),
});

const nil = new yaml.Type('tag:yaml.org,2002:null', {
  kind: 'scalar',
  resolve: (data: unknown) => data === null || (typeof data === 'string' && /^(?:~|null|Null|NULL|)$/.test(data)),
  construct: () => null,
});

const INT = /^[-+]?(?:0b[01_]+|0o?[0-7_]*|0x[0-9a-fA-F_]+|[1-9][0-9_]*|0)$/;

const int = new yaml.Type('tag:yaml.org,2002:int', {
  kind: 'scalar',
  resolve: (data: unknown) => typeof data === 'string' && INT.test(data) && Number.isSafeInteger(readInt(data)),
  construct: readInt,
});

function readInt(text: string): number {
  const plain = text.replace(/_/g, '');
  const sign = plain.startsWith('-') ? -1 : 1;
  const digits = plain.replace(/^[-+]/, '');
  const octal = /^0o?([0-7]+)$/.exec(digits);
  return sign * (octal === null ? Number(digits) : Number.parseInt(octal[1] ?? '0', 8));
}

const FLOAT = /^[-+]?(?:(?:[0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*|[0-9][0-9_]*)(?:[eE][-+]?[0-9]+)?)$/;

const float = new yaml.Type('tag:yaml.org,2002:float', {
  kind: 'scalar',
  resolve: (data: unknown) =>
    typeof data === 'string' && FLOAT.test(data) && Number.isFinite(Number(data.replace(/_/g, ''))),
  construct: (data: string) => Number(data.replace(/_/g, '')),
});

const merge = new yaml.Type('tag:yaml.org,2002:merge', {
  kind: 'scalar',
  resolve: (data: unknown) => data === '<<',
});

export const KUBECTL_SCHEMA = yaml.FAILSAFE_SCHEMA.extend({ implicit: [nil, bool, int, float, merge] });
