/** Expressions as Go's compiler writes them in its messages, from the tree: shortened where they hold a function body. */
import type { Expr, Type } from './ast.ts';

export function exprText(x: Expr): string {
  switch (x.kind) {
    case 'ident':
      return x.name;
    case 'int':
    case 'float':
      return String(x.value);
    case 'string':
      return JSON.stringify(x.value);
    case 'func-lit':
      return 'func literal';
    case 'composite':
      return `${typeText(x.type)}{…}`;
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
      if (x.func === 'convert') return `(${typeText(x.type)})(${args.join(', ')})`;
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
      return 'func(…)';
    case 'struct':
      return type.fields.length === 0 ? 'struct{}' : 'struct{…}';
    case 'interface':
      return type.methods.length === 0 ? 'interface{}' : 'interface{…}';
  }
}
