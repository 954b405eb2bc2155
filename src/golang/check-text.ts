/** Expressions as Go's compiler writes them in its messages, from the tree: shortened where they hold a function body. */
import type { Expr, Param, Type } from './ast.ts';

export function exprText(x: Expr): string {
  const text = bareText(x);
  return x.paren === undefined ? text : `(${text})`;
}

function bareText(x: Expr): string {
  switch (x.kind) {
    case 'ident':
      return x.name;
    case 'int':
    case 'float':
      return x.text ?? String(x.value);
    case 'string':
      return x.text ?? JSON.stringify(x.value);
    case 'func-lit':
      return `func${signatureText(x)} {${x.body.body.length > 0 ? '…' : ''}}`;
    case 'composite':
      return `${typeText(x.type)}{${x.elements.length > 0 ? '…' : ''}}`;
    case 'selector':
      return `${exprText(x.x)}.${x.name}`;
    case 'index':
      return `${exprText(x.x)}[${exprText(x.index)}]`;
    case 'slice-of':
      return `${exprText(x.x)}[${x.low ? exprText(x.low) : ''}:${x.high ? exprText(x.high) : ''}]`;
    case 'call':
      return `${exprText(x.func)}(${x.args.map(exprText).join(', ')}${x.spread ? '...' : ''})`;
    case 'typed-call': {
      const args = x.args.map(exprText);
      const type = /^(pointer|func|chan)$/.test(x.type.kind) ? `(${typeText(x.type)})` : typeText(x.type);
      if (x.func === 'convert') return `${type}(${args.join(', ')})`;
      return `${x.func}(${[typeText(x.type), ...args].join(', ')})`;
    }
    case 'assert':
      return `${exprText(x.x)}.(${typeText(x.type)})`;
    case 'unary':
      return `${x.op}${exprText(x.x)}`;
    case 'binary':
      return `${exprText(x.x)} ${x.op} ${exprText(x.y)}`;
  }
}

function typeText(type: Type): string {
  switch (type.kind) {
    case 'named': {
      const args = type.args.length === 0 ? '' : `[${type.args.map(typeText).join(', ')}]`;
      return `${type.pkg === '' ? '' : `${type.pkg}.`}${type.name}${args}`;
    }
    case 'pointer':
      return `*${typeText(type.of)}`;
    case 'slice':
      return `[]${typeText(type.of)}`;
    case 'array':
      return `[${exprText(type.length)}]${typeText(type.of)}`;
    case 'map':
      return `map[${typeText(type.key)}]${typeText(type.of)}`;
    case 'chan':
      return `${{ both: 'chan ', send: 'chan<- ', receive: '<-chan ' }[type.direction]}${typeText(type.of)}`;
    case 'func':
      return `func${signatureText(type)}`;
    case 'struct':
      return `struct{${listText(type.fields, '; ')}}`;
    case 'interface':
      return `interface{${type.methods.map((one) => one.name + typeText(one.type).slice('func'.length)).join('; ')}}`;
  }
}

/** Names that were written with one type stay together. */
function listText(params: readonly Param[], between: string): string {
  const parts = params.map((one, i) => {
    const type = `${one.variadic === true ? '...' : ''}${typeText(one.type)}`;
    const together = one.name !== '' && params[i + 1]?.type === one.type;
    return one.name === '' || one.embedded === true ? type : together ? `${one.name}, ` : `${one.name} ${type}`;
  });
  return parts.map((part, i) => (i < parts.length - 1 && !part.endsWith(', ') ? part + between : part)).join('');
}

function signatureText({ params, results }: { params: readonly Param[]; results: readonly Param[] }): string {
  const [only] = results;
  const plain = results.length === 1 && only?.name === '';
  const tail = results.length === 0 ? '' : plain ? ` ${typeText(only.type)}` : ` (${listText(results, ', ')})`;
  return `(${listText(params, ', ')})${tail}`;
}
