/** Questions about types. Upstream: types2/predicates.go of go1.26. */
import { hasName } from './check-operand.ts';
import { isKnown } from './check-scope.ts';
import { compositeKind, typeText } from './type-text.ts';
import { isFloat, isUntyped, under, widthOf, type GoType } from './types.ts';

const isBasic = (type: GoType, ids: RegExp): boolean => {
  const base = under(type);
  return base.k === 'basic' && ids.test(base.id);
};

export const isInteger = (type: GoType): boolean =>
  widthOf(type) !== undefined || isBasic(type, /^untyped (int|rune)$/);
export const isUnsigned = (type: GoType): boolean => widthOf(type)?.signed === false;
export const isNumber = (type: GoType): boolean => isInteger(type) || isFloat(type) || isBasic(type, /^untyped float$/);
export const isText = (type: GoType): boolean => isBasic(type, /^(untyped )?string$/);
export const isTruth = (type: GoType): boolean => isBasic(type, /^(untyped )?bool$/);
export const isOrdered = (type: GoType): boolean => isNumber(type) || isText(type);
/** A type that constants may have. */
export const isConstantType = (type: GoType): boolean => isOrdered(type) || isTruth(type);

export function isEmptyInterface(type: GoType): boolean {
  const base = under(type);
  return base.k === 'interface' && base.methods.length === 0;
}

export function hasNil(type: GoType): boolean {
  const base = under(type);
  return /^(pointer|slice|map|chan|func|interface)$/.test(base.k) || base.id === 'untyped nil';
}

export function isBytesOrRunes(type: GoType): boolean {
  const base = under(type);
  return base.k === 'slice' && /^(uint8|int32)$/.test(under(base.of).id);
}

export function identical(a: GoType, b: GoType): boolean {
  if (a.k === 'named' && b.k === 'named' && a !== b) return a.id === b.id && !a.id.startsWith('main.');
  return a.k === b.k && a.id === b.id;
}

/** The same parts, and at most one of them has a name. */
export const sameParts = (a: GoType, b: GoType): boolean =>
  identical(under(a), under(b)) && (!hasName(a) || !hasName(b));

/** Why values of a type cannot be compared; undefined = they can. */
export function incomparable(type: GoType): string | undefined {
  if (!isKnown(type)) return undefined;
  const base = under(type);
  switch (base.k) {
    case 'slice':
    case 'map':
    case 'func':
      return `${compositeKind(type)} can only be compared to nil`;
    case 'struct': {
      const field = base.fields.find((one) => incomparable(one.type) !== undefined);
      return field === undefined ? undefined : `struct containing ${typeText(field.type)} cannot be compared`;
    }
    case 'array':
      return incomparable(base.of) === undefined ? undefined : `${typeText(type)} cannot be compared`;
    default:
      return undefined;
  }
}

const RANK = ['untyped int', 'untyped rune', 'untyped float'];

/** The type that two untyped operands have together; undefined = none. */
export function widerUntyped(a: GoType, b: GoType): GoType | undefined {
  if (a.id === b.id) return a;
  const [one, other] = [RANK.indexOf(a.id), RANK.indexOf(b.id)];
  if (one < 0 || other < 0 || !isUntyped(a)) return undefined;
  return one > other ? a : b;
}
