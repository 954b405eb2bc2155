/** Types as Go's compiler writes them in its messages: its own package's names plain, byte and rune where they were said. */
import { under, type GoType } from './types.ts';

export function typeText(type: GoType): string {
  switch (type.k) {
    case 'basic':
      return type.shown ?? type.id;
    case 'named':
      return type.id.replace(/^main\./, '');
    case 'native': {
      const args = type.args.length === 0 ? '' : `[${type.args.map(typeText).join(',')}]`;
      return byPath(type.id.replace(/\[.*/, '')) + args;
    }
    case 'pointer':
      return `*${typeText(type.of)}`;
    case 'slice':
      return `[]${typeText(type.of)}`;
    case 'array':
      return `[${type.length}]${typeText(type.of)}`;
    case 'map':
      return `map[${typeText(type.key)}]${typeText(type.of)}`;
    case 'chan':
      return type.of.k === 'chan' && type.of.arrow === '<-chan ' && type.arrow !== '<-chan '
        ? `${type.arrow}(${typeText(type.of)})`
        : type.arrow + typeText(type.of);
    case 'func':
      return `func${signatureText(type)}`;
    case 'struct': {
      const fields = type.fields.map(({ name, type: of, embedded }) => `${embedded ? '' : `${name} `}${typeText(of)}`);
      return `struct{${fields.join('; ')}}`;
    }
    case 'interface':
      return interfaceText(type);
  }
}

/** Packages whose names are those of others inside Go's own library are told by their paths. */
function byPath(id: string): string {
  return id.replace(/^sync\./, '"sync".').replace(/^atomic\./, '"sync/atomic".');
}

type Interface = Extract<GoType, { k: 'interface' }>;

function interfaceText(type: Interface): string {
  if (!type.id.startsWith('interface')) return byPath(type.id);
  return type.shown ?? partsText(type);
}

/** A type without its name. */
export function underText(type: GoType): string {
  const base = under(type);
  return base.k === 'interface' ? partsText(base) : typeText(base);
}

function partsText(type: Interface): string {
  const methods = type.methods.map((one) => one.name + (one.type.k === 'func' ? signatureText(one.type) : ''));
  return `interface{${methods.join('; ')}}`;
}

/** (a int, b string) error */
export function signatureText(type: Extract<GoType, { k: 'func' }>): string {
  const { params, results, variadic, names = [] } = type;
  const withName = (text: string, i: number): string => {
    const name = names[i] ?? '';
    return name === '' ? text : `${name} ${text}`;
  };
  const given = params.map((one, i) => {
    const last = variadic && i === params.length - 1 && one.k === 'slice';
    return withName(last ? `...${typeText(one.of)}` : typeText(one), i);
  });
  const out = results.map((one, i) => withName(typeText(one), params.length + i));
  const plain = out.length === 1 && (names[params.length] ?? '') === '';
  const tail = out.length === 0 ? '' : plain ? ` ${out.join('')}` : ` (${out.join(', ')})`;
  return `(${given.join(', ')})${tail}`;
}

/** "struct", "map" …; "" of a basic type. */
export function compositeKind(type: GoType): string {
  const base = under(type);
  if (base.k === 'basic') return '';
  // Types of the library whose parts nobody sees are structs.
  return base.k === 'native' || base.k === 'named' ? 'struct' : base.k;
}
