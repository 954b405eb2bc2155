/** Constants of the library, exact. Models: math/const.go of go1.26 by value; the others are those of universe.ts. */
import { fromNumber, intConstant, numberConstant, operate, type Constant } from './constants.ts';
import { UNTYPED_FLOAT, UNTYPED_INT, type GoType } from './types.ts';
import { libraryValue } from './universe.ts';

/** Decimal digits, as many as distinguish it from every other number that a program can hold. */
const FRACTIONS: Readonly<Record<string, string>> = {
  E: '2.71828182845904523536028747135266249775724709369995957496696763',
  Pi: '3.14159265358979323846264338327950288419716939937510582097494459',
  Phi: '1.61803398874989484820458683436563811772030917980576286213544862',
  Sqrt2: '1.41421356237309504880168872420969807856967187537694807317667974',
  SqrtE: '1.64872127070012814684865078781416357165377610071014801157507931',
  SqrtPi: '1.77245385090551602729816748334114518279754945612238712821380779',
  SqrtPhi: '1.27201964951406896425242246173749149171560804184009624861664038',
  Ln2: '0.693147180559945309417232121458176568075500134360255254120680009',
  Ln10: '2.30258509299404568401799145468436420760110148862877297603332790',
};

const power = (exponent: number): Constant => intConstant(1n << BigInt(exponent));
const minus = (x: Constant, y: Constant): Constant => operate(x, '-', y, true) ?? x;
const ONE = intConstant(1);
const MAX_FLOAT: Readonly<Record<string, Constant>> = {
  // The largest mantissa at the largest exponent.
  MaxFloat32: minus(power(128), power(104)),
  MaxFloat64: minus(power(1024), power(971)),
};
const SMALLEST: Readonly<Record<string, string>> = {
  SmallestNonzeroFloat32: '0x1p-149',
  SmallestNonzeroFloat64: '0x1p-1074',
};

function limit(name: string): Constant | undefined {
  const [, end, unsigned, bits] = /^(Max|Min)(U?)[iI]nt(8|16|32|64)?$/.exec(name) ?? [];
  if (end === undefined || (end === 'Min' && unsigned !== '')) return undefined;
  const width = Number(bits ?? 64);
  if (end === 'Min') return operate(intConstant(0), '-', power(width - 1), true);
  return minus(power(unsigned === '' ? width - 1 : width), ONE);
}

function fraction(name: string): Constant | undefined {
  const digits = FRACTIONS[name] ?? SMALLEST[name];
  return MAX_FLOAT[name] ?? (digits === undefined ? undefined : numberConstant(digits));
}

/** Those of math, for lists. */
export function constantNames(pkg: string): readonly string[] {
  if (pkg !== 'math') return [];
  const limits = ['', '8', '16', '32', '64'].flatMap((bits) => [`MaxInt${bits}`, `MinInt${bits}`, `MaxUint${bits}`]);
  return [...limits, ...Object.keys(FRACTIONS), ...Object.keys(MAX_FLOAT), ...Object.keys(SMALLEST)];
}

/** @param full "math.MaxInt64"; @returns undefined = there is no constant of this name */
export function libraryConstant(full: string): { readonly type: GoType; readonly value: Constant } | undefined {
  const name = full.startsWith('math.') ? full.slice('math.'.length) : '';
  const whole = limit(name);
  if (whole !== undefined) return { type: UNTYPED_INT, value: whole };
  const part = fraction(name);
  if (part !== undefined) return { type: UNTYPED_FLOAT, value: part };
  const plain = libraryValue(full);
  return plain === undefined ? undefined : { type: plain.type, value: fromNumber(plain.value) };
}
