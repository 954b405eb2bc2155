/**
 * Decoding of what a client wrote by hand: types as Go's JSON decoder checks them, unknown fields as the strict decoder
 * reports them (sigs.k8s.io/json, apimachinery runtime/serializer/json, v0.37). Left out: duplicate fields (the reader of
 * the text sees those), letter case of field names.
 */
import { compareBytes } from '../../kernel/kernel.ts';
import { quantityProblem } from '../../model/quantity.ts';
import { isFields, isList, type Fields } from './fields.ts';
import { bytesProblem, timeProblem } from './go-parse.ts';
import { structOf, type Scalar, type Shape } from './schema.ts';

const GO_TYPES: Readonly<Record<Scalar, string>> = {
  s: 'string',
  b: 'bool',
  i: 'int32',
  l: 'int64',
  q: 'resource.Quantity',
  t: 'v1.Time',
  u: 'v1.MicroTime',
  n: 'intstr.IntOrString',
  y: '[]uint8',
  x: 'interface {}',
};

export interface Decoded {
  /** What made the decoder give up, in its words. */
  readonly error: string | undefined;
  /** Where: field names and indices with dots between, `spec.containers.0.image`. */
  readonly errorAt: string | undefined;
  /** Paths of fields that the type does not have. */
  readonly unknown: readonly string[];
}

/** @param type a row of the schema; of a kind without a row only metadata is looked at */
export function decode(value: unknown, type: string): Decoded {
  const decoder = new Decoder();
  if (structOf(type) !== undefined) decoder.struct(value, type, '', '');
  else if (isFields(value)) decoder.metadata(value, type);
  const { error, errorAt, unknown } = decoder;
  return { error, errorAt, unknown };
}

class Decoder {
  error: string | undefined;
  errorAt: string | undefined;
  readonly unknown: string[] = [];

  metadata(object: Fields, owner: string): void {
    this.value(
      object['metadata'],
      { kind: 'struct', name: 'ObjectMeta', atomic: false },
      'metadata',
      'metadata',
      owner,
    );
  }

  /** @param path with indices, for unknown fields; @param plain without, as Go prints it */
  struct(value: unknown, name: string, path: string, plain: string): void {
    const fields = structOf(name);
    if (!isFields(value) || fields === undefined) return;
    for (const field of Object.keys(value).sort(compareBytes)) {
      const at = path === '' ? field : `${path}.${field}`;
      const known = fields.get(field);
      if (known === undefined) this.unknown.push(at);
      else this.value(value[field], known.shape, at, plain === '' ? field : `${plain}.${field}`, name);
    }
  }

  private value(value: unknown, shape: Shape, path: string, plain: string, owner: string): void {
    if (value === null || value === undefined) return;
    switch (shape.kind) {
      case 'scalar':
        this.scalar(value, shape.scalar, path, plain, owner);
        break;
      case 'map':
        this.map(value, shape, path, plain, owner);
        break;
      case 'list':
        if (!isList(value)) this.wrong(value, shape, path, plain, owner);
        else {
          value.forEach((element, i) => {
            this.value(element, shape.element, `${path}[${i}]`, plain, owner);
          });
        }
        break;
      case 'struct':
        if (!isFields(value)) this.wrong(value, shape, path, plain, owner);
        else this.struct(value, shape.name, path, plain);
    }
  }

  private map(value: unknown, shape: Shape & { kind: 'map' }, path: string, plain: string, owner: string): void {
    if (!isFields(value)) {
      this.wrong(value, shape, path, plain, owner);
      return;
    }
    for (const key of Object.keys(value).sort(compareBytes)) {
      if (value[key] !== null) this.scalar(value[key], shape.value, `${path}.${key}`, plain, owner);
    }
  }

  private scalar(value: unknown, scalar: Scalar, path: string, plain: string, owner: string): void {
    if (scalar === 'q') {
      this.refuse(
        path,
        quantityProblem(typeof value === 'string' || typeof value === 'number' ? value : goText(value)),
      );
    } else if (!fits(value, scalar)) this.wrong(value, { kind: 'scalar', scalar }, path, plain, owner);
    else if (typeof value === 'string') this.refuse(path, textProblem(value, scalar));
  }

  private wrong(value: unknown, shape: Shape, path: string, plain: string, owner: string): void {
    const word = jsonWord(value, shape);
    const field = `${owner}.${plain}`;
    this.refuse(path, `json: cannot unmarshal ${word} into Go struct field ${field} of type ${goType(shape)}`);
  }

  /** The first error is the one that the decoder tells. */
  private refuse(path: string, error: string | undefined): void {
    if (error === undefined || this.error !== undefined) return;
    this.error = error;
    this.errorAt = path.replace(/\[(\d+)\]/g, '.$1');
  }
}

/** Quantity.UnmarshalJSON takes the bytes as they are. */
const goText = (value: unknown): string => JSON.stringify(value);

const textProblem = (value: string, scalar: Scalar): string | undefined =>
  scalar === 'y' ? bytesProblem(value) : scalar === 't' || scalar === 'u' ? timeProblem(value, scalar) : undefined;

const isInt32 = (value: unknown): boolean => Number.isInteger(value) && (value as number) === ((value as number) | 0);

function fits(value: unknown, scalar: Scalar): boolean {
  switch (scalar) {
    case 's':
    case 't':
    case 'u':
    case 'y':
      return typeof value === 'string';
    case 'b':
      return typeof value === 'boolean';
    case 'i':
      return isInt32(value);
    case 'l':
      return Number.isInteger(value);
    case 'n':
      return typeof value === 'string' || isInt32(value);
    case 'q':
    case 'x':
      return true;
  }
}

function jsonWord(value: unknown, shape: Shape): string {
  if (typeof value === 'number') {
    // Where a number is wanted, Go shows the one that does not fit.
    const wanted = shape.kind === 'scalar' && (shape.scalar === 'i' || shape.scalar === 'l');
    return wanted ? `number ${value}` : 'number';
  }
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'string';
  return isList(value) ? 'array' : 'object';
}

function goType(shape: Shape): string {
  switch (shape.kind) {
    case 'scalar':
      return GO_TYPES[shape.scalar];
    case 'map':
      return `map[string]${GO_TYPES[shape.value]}`;
    case 'list':
      return `[]${goType(shape.element)}`;
    case 'struct':
      return `v1.${shape.name}`;
  }
}
