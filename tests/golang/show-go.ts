/** The tree of a program as text in which nothing is left to precedence: what the parser's tests compare. */
import type {
  Block,
  ConstDecl,
  Expr,
  FuncLit,
  Param,
  Program,
  SelectCase,
  Stmt,
  Type,
  TypeDecl,
  VarDecl,
} from '../../src/golang/ast.ts';

export function showProgram(program: Program): string[] {
  return [
    ...program.imports.map(({ path }) => `import ${path}`),
    ...program.types.map(showTypeDecl),
    ...program.vars.map(showValues),
    ...program.funcs.map(({ name, receiver, func }) => {
      const on = receiver === undefined ? '' : `(${showParam(receiver)}) `;
      return `func ${on}${name}${showSignature(func)} ${showBlock(func.body)}`;
    }),
  ];
}

export function showType(type: Type): string {
  switch (type.kind) {
    case 'named': {
      const name = type.pkg === '' ? type.name : `${type.pkg}.${type.name}`;
      return type.args.length === 0 ? name : `${name}<${type.args.map(showType).join(', ')}>`;
    }
    case 'pointer':
      return `ptr(${showType(type.of)})`;
    case 'slice':
      return `slice(${showType(type.of)})`;
    case 'array':
      return `array(${showExpr(type.length)}, ${showType(type.of)})`;
    case 'map':
      return `map(${showType(type.key)}, ${showType(type.of)})`;
    case 'chan':
      return `chan(${type.direction}, ${showType(type.of)})`;
    case 'func':
      return `func${showSignature(type)}`;
    case 'struct':
      return `struct{${type.fields.map(showParam).join('; ')}}`;
    case 'interface':
      return `interface{${type.methods.map((method) => `${method.name} ${showType(method.type)}`).join('; ')}}`;
  }
}

function showParam(param: Param): string {
  const name = param.embedded === true ? `embedded ${param.name}` : param.name;
  return `${name}${name === '' ? '' : ' '}${param.variadic === true ? '...' : ''}${showType(param.type)}`;
}

function showSignature(of: { params: readonly Param[]; results: readonly Param[] }): string {
  return `(${of.params.map(showParam).join(', ')})(${of.results.map(showParam).join(', ')})`;
}

function list(exprs: readonly Expr[]): string {
  return exprs.map(showExpr).join(', ');
}

export function showExpr(x: Expr): string {
  switch (x.kind) {
    case 'ident':
      return x.name;
    case 'int':
      return String(x.value);
    case 'float':
      return `float(${String(x.value)})`;
    case 'string':
      return JSON.stringify(x.value);
    case 'func-lit':
      return showFunc(x);
    case 'composite': {
      const elements = x.elements.map(
        ({ key, value }) => `${key === undefined ? '' : `${showExpr(key)}: `}${showExpr(value)}`,
      );
      return `${showType(x.type)}{${elements.join(', ')}}`;
    }
    case 'selector':
      return `${showExpr(x.x)}.${x.name}`;
    case 'index':
      return `${showExpr(x.x)}[${showExpr(x.index)}]`;
    case 'slice-of':
      return `${showExpr(x.x)}[${x.low === undefined ? '' : showExpr(x.low)}:${x.high === undefined ? '' : showExpr(x.high)}]`;
    case 'call':
      return `${showExpr(x.func)}(${list(x.args)}${x.spread ? '...' : ''})`;
    case 'typed-call':
      return `${x.func}<${showType(x.type)}>(${list(x.args)})`;
    case 'assert':
      return `${showExpr(x.x)}.<${showType(x.type)}>`;
    case 'unary':
      return `(${x.op} ${showExpr(x.x)})`;
    case 'binary':
      return `(${showExpr(x.x)} ${x.op} ${showExpr(x.y)})`;
  }
}

function showFunc(func: FuncLit): string {
  return `func${showSignature(func)} ${showBlock(func.body)}`;
}

function showBlock(block: Block): string {
  return showBody(block.body);
}

function showBody(body: readonly Stmt[]): string {
  return `{${body.map(showStmt).join('; ')}}`;
}

function showTypeDecl(decl: TypeDecl): string {
  return `type ${decl.name} ${showType(decl.type)}`;
}

function showValues(decl: VarDecl | ConstDecl): string {
  const names = decl.kind === 'var' ? decl.names.join(', ') : decl.name;
  const values = decl.kind === 'var' ? decl.values : [decl.value];
  const type = decl.type === undefined ? '' : ` ${showType(decl.type)}`;
  return `${decl.kind} ${names}${type}${values.length === 0 ? '' : ` = ${list(values)}`}`;
}

const labelOf = (label: string): string => (label === '' ? '' : `${label}: `);

export function showStmt(stmt: Stmt): string {
  switch (stmt.kind) {
    case 'block':
      return showBlock(stmt);
    case 'var':
    case 'const':
      return showValues(stmt);
    case 'type':
      return showTypeDecl(stmt);
    case 'expr':
      return showExpr(stmt.x);
    case 'send':
      return `send ${showExpr(stmt.chan)} ${showExpr(stmt.value)}`;
    case 'assign':
      return `${list(stmt.left)} ${stmt.op} ${list(stmt.right)}`;
    case 'go':
    case 'defer':
      return `${stmt.kind} ${showExpr(stmt.call)}`;
    case 'return':
      return `return ${list(stmt.values)}`;
    case 'break':
    case 'continue':
      return `${stmt.kind} ${stmt.label}`.trim();
    case 'if': {
      const init = stmt.init === undefined ? '' : `${showStmt(stmt.init)}; `;
      const other = stmt.else === undefined ? '' : ` else ${showStmt(stmt.else)}`;
      return `if ${init}${showExpr(stmt.cond)} ${showBlock(stmt.then)}${other}`;
    }
    case 'for': {
      const { init, cond, post } = stmt;
      const parts = [init && showStmt(init), cond && showExpr(cond), post && showStmt(post)];
      return `${labelOf(stmt.label)}for ${parts.map((part) => part ?? '').join('; ')} ${showBlock(stmt.body)}`;
    }
    case 'range': {
      const left = [stmt.key, stmt.value].filter((x) => x !== undefined);
      const sign = left.length === 0 ? '' : `${list(left)} ${stmt.define ? ':=' : '='} `;
      return `${labelOf(stmt.label)}for ${sign}range ${showExpr(stmt.x)} ${showBlock(stmt.body)}`;
    }
    case 'switch': {
      const cases = stmt.cases.map(
        (one) =>
          `${one.isDefault ? 'default' : `case ${list(one.values)}`} ${showBody(one.body)}${one.fallthrough ? ' fallthrough' : ''}`,
      );
      const init = stmt.init === undefined ? '' : `${showStmt(stmt.init)}; `;
      return `${labelOf(stmt.label)}switch ${init}${stmt.tag === undefined ? '' : showExpr(stmt.tag)} {${cases.join('; ')}}`;
    }
    case 'type-switch': {
      const cases = stmt.cases.map(
        (one) => `${one.isDefault ? 'default' : `case ${one.types.map(showType).join(', ')}`} ${showBody(one.body)}`,
      );
      const bind = stmt.bind === undefined ? '' : `${stmt.bind} := `;
      return `${labelOf(stmt.label)}switch ${bind}type of ${showExpr(stmt.x)} {${cases.join('; ')}}`;
    }
    case 'select':
      return `${labelOf(stmt.label)}select {${stmt.cases.map((one) => `${showComm(one)} ${showBody(one.body)}`).join('; ')}}`;
  }
}

function showComm({ comm }: SelectCase): string {
  if (comm.kind === 'default') return 'default';
  if (comm.kind === 'send') return `send ${showExpr(comm.chan)} ${showExpr(comm.value)}`;
  const sign = comm.left.length === 0 ? '' : `${list(comm.left)} ${comm.define ? ':=' : '='} `;
  return `${sign}receive ${showExpr(comm.chan)}`;
}
