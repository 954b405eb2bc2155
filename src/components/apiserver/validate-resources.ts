/** Checks of resource names and amounts: k8s.io/kubernetes pkg/apis/core/validation, ValidateResourceRequirements (v1.37). */
import { compareBytes } from '../../kernel/kernel.ts';
import { qualifiedNameProblems } from '../../model/names.ts';
import type { QuantityText } from '../../model/objects.ts';
import { parseQuantity, quantityMilliExact } from '../../model/quantity.ts';
import type { KubernetesVersion } from '../../model/versions.ts';
import { fieldsOf, type Fields } from './fields.ts';
import type { Report } from './report.ts';

const CONTAINER_RESOURCES = new Set(['cpu', 'memory', 'ephemeral-storage']);
const HUGE = 'hugepages-';

export const isNegative = (text: unknown): boolean => quantityMilliExact(text as QuantityText) < 0n;

export function validateResources(report: Report, path: string, resources: Fields, version: KubernetesVersion): void {
  const limits = fieldsOf(resources['limits']);
  const requests = fieldsOf(resources['requests']);
  for (const [field, list] of [
    ['limits', limits],
    ['requests', requests],
  ] as const) {
    for (const name in list) validateAmount(report, `${path}.${field}[${name}]`, name, list[name], version);
  }
  for (const name in requests) validateRequest(report, path, name, requests[name], limits[name]);
  const names = [...Object.keys(limits), ...Object.keys(requests)];
  if (names.some((name) => name.startsWith(HUGE)) && !names.includes('cpu') && !names.includes('memory')) {
    report.forbidden(path, 'HugePages require cpu or memory');
  }
}

function validateAmount(report: Report, path: string, name: string, amount: unknown, version: KubernetesVersion): void {
  report.all(path, name, qualifiedNameProblems(name, version));
  if (!name.includes('/') && !CONTAINER_RESOURCES.has(name) && !name.startsWith(HUGE)) {
    report.invalid(path, name, 'must be a standard resource type or fully qualified');
    report.invalid(path, name, 'must be a standard resource for containers');
  }
  if (isNegative(amount)) report.invalid(path, shown(amount), 'must be greater than or equal to 0');
  else if (!CONTAINER_RESOURCES.has(name) && quantityMilliExact(amount as QuantityText) % 1000n !== 0n) {
    report.invalid(path, shown(amount), 'must be an integer');
  }
}

/** A quantity as upstream prints it. */
export const shown = (amount: unknown): string => parseQuantity(amount as QuantityText).toString();

/** Resources that a node cannot promise twice: their request is their limit. */
const cannotOvercommit = (name: string): boolean => !CONTAINER_RESOURCES.has(name);

function validateRequest(report: Report, path: string, name: string, request: unknown, limit: unknown): void {
  if (limit === undefined) {
    if (cannotOvercommit(name) && (name.includes('/') || name.startsWith(HUGE))) {
      report.required(`${path}.limits`, 'Limit must be set for non overcommitable resources');
    }
    return;
  }
  const wanted = quantityMilliExact(request as QuantityText);
  const most = quantityMilliExact(limit as QuantityText);
  if (cannotOvercommit(name)) {
    if (wanted !== most)
      report.invalid(`${path}.requests`, shown(request), `must be equal to ${name} limit of ${shown(limit)}`);
  } else if (wanted > most) {
    report.invalid(
      `${path}.requests`,
      shown(request),
      `must be less than or equal to ${name} limit of ${shown(limit)}`,
    );
  }
}

/** A list of resources at large, as a quota has it. */
export function validateAmounts(report: Report, path: string, list: Fields): void {
  for (const name of Object.keys(list).sort(compareBytes)) {
    if (isNegative(list[name]))
      report.invalid(`${path}[${name}]`, shown(list[name]), 'must be greater than or equal to 0');
  }
}
