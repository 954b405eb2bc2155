/** Defaults of a HorizontalPodAutoscaler: k8s.io/kubernetes pkg/apis/autoscaling/v2/defaults.go (v1.37). */
import { isFields, withDefaults, withField, type Fields } from './fields.ts';

const CPU: Fields = {
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
};
/** As fast as can be, but for the window on the way down, which the controller manager sets. */
const UP: Fields = {
  stabilizationWindowSeconds: 0,
  selectPolicy: 'Max',
  policies: [
    { type: 'Pods', value: 4, periodSeconds: 15 },
    { type: 'Percent', value: 100, periodSeconds: 15 },
  ],
};
const DOWN: Fields = { selectPolicy: 'Max', policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }] };

export function autoscaler(spec: Fields): Fields {
  const { metrics, behavior } = spec;
  const counted = withDefaults(spec, { minReplicas: 1 });
  const measured = Array.isArray(metrics) && metrics.length > 0 ? counted : withField(counted, 'metrics', [CPU]);
  if (!isFields(behavior)) return measured;
  const rules = (given: unknown, defaults: Fields): Fields => withDefaults(isFields(given) ? given : {}, defaults);
  const [scaleUp, scaleDown] = [rules(behavior['scaleUp'], UP), rules(behavior['scaleDown'], DOWN)];
  if (scaleUp === behavior['scaleUp'] && scaleDown === behavior['scaleDown']) return measured;
  return withField(measured, 'behavior', { ...behavior, scaleUp, scaleDown });
}
