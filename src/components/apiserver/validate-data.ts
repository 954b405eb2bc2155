/** Checks of ConfigMaps and Secrets: ValidateConfigMap…, ValidateSecret… of k8s.io/kubernetes pkg/apis/core (v1.37). */
import { compareBytes } from '../../kernel/kernel.ts';
import { equal } from './equal.ts';
import { fieldsOf, textOf, type Fields } from './fields.ts';
import type { Report } from './report.ts';

const KEY = /^[-._a-zA-Z0-9]+$/;
const KEY_TEXT =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
const KEY_LONGEST = 253;

/** IsConfigMapKey of apimachinery pkg/util/validation. */
function keyProblems(key: string): readonly string[] {
  const problems: string[] = [];
  if (key.length > KEY_LONGEST) problems.push(`must be no more than ${KEY_LONGEST} characters`);
  if (!KEY.test(key)) problems.push(KEY_TEXT);
  if (key === '.' || key === '..') problems.push(`must not be '${key}'`);
  else if (key.startsWith('..')) problems.push("must not start with '..'");
  return problems;
}

function validateKeys(report: Report, path: string, entries: Fields): void {
  for (const key of Object.keys(entries).sort(compareBytes)) report.all(`${path}[${key}]`, key, keyProblems(key));
}

export function validateConfigMap(report: Report, object: Fields): void {
  const binary = fieldsOf(object['binaryData']);
  const data = fieldsOf(object['data']);
  validateKeys(report, 'data', data);
  for (const key of Object.keys(data).sort(compareBytes)) {
    if (key in binary) report.invalid(`data[${key}]`, key, 'duplicate of key present in binaryData');
  }
  validateKeys(report, 'binaryData', binary);
}

export const validateSecret = (report: Report, object: Fields): void => {
  validateKeys(report, 'data', fieldsOf(object['data']));
};

const SEALED = 'field is immutable when `immutable` is set';

/** What was declared immutable stays so, and its data with it. */
export function validateSealed(report: Report, before: Fields, after: Fields): void {
  if (before['immutable'] !== true) return;
  if (after['immutable'] !== true) report.forbidden('immutable', SEALED);
  for (const name of ['data', 'binaryData']) {
    if (!equal(fieldsOf(before[name]), fieldsOf(after[name]))) report.forbidden(name, SEALED);
  }
}

export function validateSecretType(report: Report, before: Fields, after: Fields): void {
  if (textOf(before['type']) !== textOf(after['type'])) report.invalid('type', after['type'], 'field is immutable');
}
