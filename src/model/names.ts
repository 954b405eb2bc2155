/**
 * Rules for names, label keys and label values: k8s.io/apimachinery pkg/util/validation and pkg/api/validate/content
 * (v0.34 to v0.37). Each function gives the list of what is wrong, in upstream's words; an empty list means right.
 * Left out: IP, port, percent, Windows and CIDR checks.
 */
import { labelKeyNoun, type KubernetesVersion, DEFAULT_VERSION } from './versions.ts';

const LABEL_1123 = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN_1123 = `${LABEL_1123}(\\.${LABEL_1123})*`;
const LABEL_1035 = '[a-z]([-a-z0-9]*[a-z0-9])?';
const QUALIFIED = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const LABEL_VALUE = `(${QUALIFIED})?`;

const whole = (pattern: string): RegExp => new RegExp(`^${pattern}$`);
const label1123 = whole(LABEL_1123);
const subdomain1123 = whole(SUBDOMAIN_1123);
const label1035 = whole(LABEL_1035);
const qualified = whole(QUALIFIED);
const labelValue = whole(LABEL_VALUE);

const tooLong = (max: number): string => `must be no more than ${max} bytes`;

/** What upstream says of a text that does not match: rule, examples, pattern. */
function mismatch(rule: string, pattern: string, ...examples: readonly string[]): string {
  if (examples.length === 0) return `${rule} (regex used for validation is '${pattern}')`;
  const listed = examples.map((example) => `'${example}', `).join(' or ');
  return `${rule} (e.g. ${listed}regex used for validation is '${pattern}')`;
}

const LABEL_1123_RULE = mismatch(
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
  LABEL_1123,
  'my-name',
  '123-abc',
);
const SUBDOMAIN_RULE = mismatch(
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  SUBDOMAIN_1123,
  'example.com',
);
const LABEL_1035_RULE = mismatch(
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
  LABEL_1035,
  'my-name',
  'abc-123',
);
const NAME_PART =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const QUALIFIED_RULE = mismatch(NAME_PART, QUALIFIED, 'MyName', 'my.name', '123-abc');
const LABEL_VALUE_RULE = mismatch(
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  LABEL_VALUE,
  'MyValue',
  'my_value',
  '12345',
);

/** Length in bytes of the UTF-8 form, which is what Go's len counts. */
function utf8Length(text: string): number {
  let bytes = 0;
  for (const point of text) {
    const code = point.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

export function dns1123Label(text: string): string[] {
  const wrong = utf8Length(text) > 63 ? [tooLong(63)] : [];
  if (label1123.test(text)) return wrong;
  // A subdomain is nearly a label: its dots are what is wrong.
  return [...wrong, subdomain1123.test(text) ? 'must not contain dots' : LABEL_1123_RULE];
}

export function dns1123Subdomain(text: string): string[] {
  const wrong = utf8Length(text) > 253 ? [tooLong(253)] : [];
  return subdomain1123.test(text) ? wrong : [...wrong, SUBDOMAIN_RULE];
}

export function dns1035Label(text: string): string[] {
  const wrong = utf8Length(text) > 63 ? [tooLong(63)] : [];
  return label1035.test(text) ? wrong : [...wrong, LABEL_1035_RULE];
}

export function labelValueProblems(text: string): string[] {
  const wrong = utf8Length(text) > 63 ? [tooLong(63)] : [];
  return labelValue.test(text) ? wrong : [...wrong, LABEL_VALUE_RULE];
}

/** A label key: an optional subdomain and "/", then a name. The wording of one error is the version's (C-22). */
export function qualifiedNameProblems(text: string, version: KubernetesVersion = DEFAULT_VERSION): string[] {
  const parts = text.split('/');
  const [first = '', second] = parts;
  if (parts.length > 2) {
    return [
      `${labelKeyNoun(version)} ${QUALIFIED_RULE} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const name = second ?? first;
  const wrong: string[] = [];
  if (second !== undefined) {
    if (first === '') wrong.push('prefix part must be non-empty');
    else wrong.push(...dns1123Subdomain(first).map((problem) => `prefix part ${problem}`));
  }
  if (name === '') wrong.push('name part must be non-empty');
  else if (utf8Length(name) > 63) wrong.push(`name part ${tooLong(63)}`);
  if (!qualified.test(name)) wrong.push(`name part ${QUALIFIED_RULE}`);
  return wrong;
}
