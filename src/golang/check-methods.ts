/** Fields and methods of types, and what interfaces miss. Upstream: types2/lookup.go of go1.26. */
import { UNKNOWN, isKnown, type Check, type MethodInfo } from './check-scope.ts';
import { signatureText, typeText } from './type-text.ts';
import { isInterface, under, type Field, type GoType } from './types.ts';
import { libraryField, libraryMethod } from './universe.ts';

export interface Member {
  /** `ambiguous`: several embedded types have it, none nearer than the others. */
  readonly kind: 'field' | 'method' | 'ambiguous';
  readonly type: GoType;
  /** A method that wants a pointer. */
  readonly pointer: boolean;
  /** A pointer lies on the way: what is found can be addressed. */
  readonly indirect: boolean;
}

/** Types of the library whose methods take values, not pointers. */
const BY_VALUE = /^(time\.(Time|Duration|Month)$|context\.|error|fmt\.|sync\.Locker)/;

/** Of the type itself, not of what it embeds. */
function ownMember(check: Check, base: GoType, name: string): Omit<Member, 'indirect'> | undefined {
  const own = base.k === 'named' ? check.methods.get(base.id)?.get(name) : undefined;
  if (own !== undefined) return { kind: 'method', type: own.type, pointer: own.pointer };
  const method = libraryMethod(base, name)?.type;
  if (method !== undefined) return { kind: 'method', type: method, pointer: !BY_VALUE.test(base.id) };
  const field = libraryField(base, name);
  if (field !== undefined) return { kind: 'field', type: field, pointer: false };
  const inner = under(base);
  if (inner.k === 'interface') {
    const found = inner.methods.find((one) => one.name === name);
    return found === undefined ? undefined : { kind: 'method', type: found.type, pointer: false };
  }
  const plain = inner.k === 'struct' ? inner.fields.find((one) => one.name === name) : undefined;
  return plain === undefined ? undefined : { kind: 'field', type: plain.type, pointer: false };
}

const embedded = (type: GoType): readonly Field[] => {
  const base = under(type);
  return base.k === 'struct' ? base.fields.filter((one) => one.embedded) : [];
};

interface Level {
  readonly base: GoType;
  readonly indirect: boolean;
}

/** Where a search begins: a pointer is followed, of a named pointer type only the fields of what it points to count. */
function firstLevel(type: GoType): Level {
  const base = under(type);
  if (base.k !== 'pointer') return { base: type, indirect: false };
  return { base: type.k === 'named' ? under(base.of) : base.of, indirect: true };
}

/** A field or method of a value; undefined = the type has none of this name. */
export function memberOf(check: Check, type: GoType, name: string): Member | undefined {
  const unknown: Member = { kind: 'field', type: UNKNOWN, pointer: false, indirect: true };
  if (!isKnown(type)) return unknown;
  const first = firstLevel(type);
  if (first.indirect && isInterface(first.base)) return undefined;
  let level: readonly Level[] = [first];
  for (let depth = 0; depth < 5 && level.length > 0; depth += 1) {
    const all = level.flatMap(({ base, indirect }) => {
      const found = ownMember(check, base, name);
      return found === undefined ? [] : [{ ...found, indirect }];
    });
    const [only, more] = all;
    if (only !== undefined) return more === undefined ? only : { ...only, kind: 'ambiguous' };
    level = level.flatMap(({ base, indirect }) =>
      embedded(base).map(({ type: of }) =>
        of.k === 'pointer' ? { base: of.of, indirect: true } : { base: of, indirect },
      ),
    );
    // A struct with a part that is not known may have it.
    if (level.some(({ base }) => !isKnown(base))) return unknown;
  }
  return undefined;
}

/** A method or field of another spelling. */
export function respelled(check: Check, type: GoType, name: string): { name: string; type?: GoType } | undefined {
  const base = type.k === 'pointer' ? type.of : type;
  const own: readonly MethodInfo[] = base.k === 'named' ? [...(check.methods.get(base.id)?.values() ?? [])] : [];
  const inner = under(base);
  const fields = inner.k === 'struct' ? inner.fields.map((one) => ({ name: one.name })) : [];
  const face = inner.k === 'interface' ? inner.methods : [];
  return [...own, ...face, ...fields].find((one) => one.name !== name && one.name.toLowerCase() === name.toLowerCase());
}

const haveAndWant = (have: string, wanted: { name: string; type: GoType }, haveName = wanted.name): string =>
  `\n\t\thave ${haveName}${have}\n\t\twant ${wanted.name}${signature(wanted.type)}`;

const signature = (type: GoType): string => (type.k === 'func' ? signatureText(type) : '');

/** Why a value of type `type` is no `face`; "" = it is one. @param strict false: an interface may still hold one */
export function missingMethod(check: Check, type: GoType, face: GoType, strict = true): string {
  const base = under(face);
  if (base.k !== 'interface' || !isKnown(type)) return '';
  for (const wanted of base.methods) {
    const { name } = wanted;
    const found = memberOf(check, type, name);
    if (found === undefined) {
      if (strict || !isInterface(type)) return notThere(check, type, wanted);
      continue;
    }
    if (!isKnown(found.type)) continue;
    if (found.kind === 'ambiguous') return `(ambiguous selector ${typeText(type)}.${name})`;
    if (found.kind === 'field') return `(${typeText(type)}.${name} is a field, not a method)`;
    if (found.pointer && !found.indirect && !isInterface(type)) return `(method ${name} has pointer receiver)`;
    if (found.type.id !== wanted.type.id)
      return `(wrong type for method ${name})${haveAndWant(signature(found.type), wanted)}`;
  }
  return '';
}

function notThere(check: Check, type: GoType, wanted: { readonly name: string; readonly type: GoType }): string {
  const inner = under(type);
  if (inner.k === 'pointer' && isInterface(inner.of))
    return `(type ${typeText(type)} is pointer to interface, not interface)`;
  const near = respelled(check, type, wanted.name);
  const hint = near?.type === undefined ? '' : haveAndWant(signature(near.type), wanted, near.name);
  return `(missing method ${wanted.name})${hint}`;
}
