/**
 * What the api-server asks of a HorizontalPodAutoscaler: k8s.io/kubernetes pkg/apis/autoscaling/validation/validation.go (v1.37).
 * Left out: names and selectors of metrics, tolerances.
 */
import { fieldsOf, isFields, type Fields } from './fields.ts';
import type { Report } from './report.ts';

/** By the type of a metric: the field that describes it. */
const SOURCES: Readonly<Record<string, string>> = {
  ContainerResource: 'containerResource',
  External: 'external',
  Object: 'object',
  Pods: 'pods',
  Resource: 'resource',
};
/** A window of an hour, a period of half of one. */
const MOST_WINDOW_SECONDS = 3600;
const MOST_PERIOD_SECONDS = 1800;

export function validateAutoscaler(report: Report, spec: Fields): void {
  const least = Number(spec['minReplicas'] ?? 1);
  const most = Number(spec['maxReplicas'] ?? 0);
  if (least < 1) report.invalid('spec.minReplicas', least, 'must be greater than or equal to 1');
  if (most < 1) report.invalid('spec.maxReplicas', most, 'must be greater than 0');
  if (most < least) report.invalid('spec.maxReplicas', most, 'must be greater than or equal to `minReplicas`');
  const target = fieldsOf(spec['scaleTargetRef']);
  for (const field of ['kind', 'name']) {
    if ((target[field] ?? '') === '') report.required(`spec.scaleTargetRef.${field}`);
  }
  const metrics = Array.isArray(spec['metrics']) ? spec['metrics'] : [];
  metrics.forEach((metric, index) => {
    validateMetric(report, `spec.metrics[${String(index)}]`, fieldsOf(metric));
  });
  const behavior = fieldsOf(spec['behavior']);
  for (const side of ['scaleUp', 'scaleDown']) {
    if (isFields(behavior[side])) validateRules(report, `spec.behavior.${side}`, behavior[side]);
  }
}

function validateMetric(report: Report, path: string, metric: Fields): void {
  const type = typeof metric['type'] === 'string' ? metric['type'] : '';
  if (type === '') {
    report.required(`${path}.type`, 'must specify a metric source type');
    return;
  }
  const field = SOURCES[type];
  if (field === undefined) {
    report.unsupported(`${path}.type`, type, Object.keys(SOURCES));
    return;
  }
  if (!isFields(metric[field])) {
    report.required(`${path}.${field}`, 'must populate information for the given metric source');
    return;
  }
  for (const other of Object.values(SOURCES)) {
    if (other !== field && isFields(metric[other])) {
      report.forbidden(`${path}.${other}`, 'must populate the given metric source only');
    }
  }
  validateTarget(report, `${path}.${field}.target`, fieldsOf(metric[field]['target']), type.includes('Resource'));
}

function validateTarget(report: Report, path: string, target: Fields, isResource: boolean): void {
  report.oneOf(`${path}.type`, target['type'], ['Utilization', 'Value', 'AverageValue']);
  const percent = target['averageUtilization'];
  if (percent !== undefined && Number(percent) < 1) {
    report.invalid(`${path}.averageUtilization`, percent, 'must be greater than 0');
  }
  if (isResource && percent === undefined && target['averageValue'] === undefined) {
    report.required(`${path}.averageUtilization`, 'must set either a target raw value or a target utilization');
  }
}

function validateRules(report: Report, path: string, rules: Fields): void {
  const window = rules['stabilizationWindowSeconds'];
  report.notNegative(`${path}.stabilizationWindowSeconds`, window);
  if (Number(window ?? 0) > MOST_WINDOW_SECONDS) {
    report.invalid(
      `${path}.stabilizationWindowSeconds`,
      window,
      `must be less than or equal to ${String(MOST_WINDOW_SECONDS)}`,
    );
  }
  report.oneOf(`${path}.selectPolicy`, rules['selectPolicy'], ['Disabled', 'Max', 'Min'], false);
  const policies = Array.isArray(rules['policies']) ? rules['policies'] : [];
  if (policies.length === 0) report.required(`${path}.policies`, 'must specify at least one Policy');
  policies.forEach((policy, index) => {
    const { type, value, periodSeconds } = fieldsOf(policy);
    const at = `${path}.policies[${String(index)}]`;
    report.oneOf(`${at}.type`, type, ['Percent', 'Pods']);
    if (Number(value ?? 0) <= 0) report.invalid(`${at}.value`, value ?? 0, 'must be greater than zero');
    if (Number(periodSeconds ?? 0) <= 0)
      report.invalid(`${at}.periodSeconds`, periodSeconds ?? 0, 'must be greater than zero');
    if (Number(periodSeconds ?? 0) > MOST_PERIOD_SECONDS) {
      report.invalid(
        `${at}.periodSeconds`,
        periodSeconds,
        `must be less than or equal to ${String(MOST_PERIOD_SECONDS)}`,
      );
    }
  });
}
