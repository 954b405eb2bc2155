/** Collects field errors in upstream's words: k8s.io/apimachinery pkg/util/validation/field/errors.go (v0.37). */
import type { FieldError } from './refusal.ts';

/** A field that is not there is a nil pointer. */
const shown = (value: unknown): string => JSON.stringify(value ?? null);

export class Report {
  readonly errors: FieldError[] = [];

  private add(reason: string, field: string, message: string): void {
    this.errors.push({ reason, message, field });
  }

  required(field: string, detail = ''): void {
    this.add('FieldValueRequired', field, detail === '' ? 'Required value' : `Required value: ${detail}`);
  }

  invalid(field: string, value: unknown, detail: string): void {
    this.add('FieldValueInvalid', field, `Invalid value: ${shown(value)}: ${detail}`);
  }

  /** Of something whose value is left out. */
  invalidPart(field: string, detail: string): void {
    this.add('FieldValueInvalid', field, `Invalid value: ${detail}`);
  }

  tooMany(field: string, count: number, most: number): void {
    this.add('FieldValueTooMany', field, `Too many: ${count}: must have at most ${most} items`);
  }

  unsupported(field: string, value: unknown, supported: readonly string[]): void {
    const list = supported.map((one) => JSON.stringify(one)).join(', ');
    this.add('FieldValueNotSupported', field, `Unsupported value: ${shown(value)}: supported values: ${list}`);
  }

  duplicate(field: string, value: unknown, detail = ''): void {
    const message = `Duplicate value: ${shown(value)}`;
    this.add('FieldValueDuplicate', field, detail === '' ? message : `${message}: ${detail}`);
  }

  forbidden(field: string, detail: string): void {
    this.add('FieldValueForbidden', field, `Forbidden: ${detail}`);
  }

  /** @param most in bytes */
  tooLong(field: string, most: number): void {
    this.add('FieldValueTooLong', field, `Too long: may not be more than ${most} bytes`);
  }

  missing(field: string, value: unknown): void {
    this.add('FieldValueNotFound', field, `Not found: ${shown(value)}`);
  }

  /** Each problem an invalid value. */
  all(field: string, value: unknown, problems: readonly string[]): void {
    for (const problem of problems) this.invalid(field, value, problem);
  }

  /** A text that must be one of a set; undefined and "" are `missing`'s business. */
  oneOf(field: string, value: unknown, supported: readonly string[], required = true): void {
    if (value === undefined || value === '') {
      if (required) this.required(field);
    } else if (typeof value !== 'string' || !supported.includes(value)) this.unsupported(field, value, supported);
  }

  notNegative(field: string, value: unknown): void {
    if (typeof value === 'number' && value < 0) this.invalid(field, value, 'must be greater than or equal to 0');
  }

  between(field: string, value: unknown, least: number, most: number): void {
    if (typeof value === 'number' && (value < least || value > most)) {
      this.invalid(field, value, `must be between ${least} and ${most}, inclusive`);
    }
  }
}
