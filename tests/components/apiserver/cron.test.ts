/** pkg/apis/batch/validation: what the api-server says to a schedule or a time zone that is none (robfig/cron's and Go's words). */
import { expect, it } from 'vitest';
import { runFaults } from '../../engine/fault-runs.ts';

const refusals = (schedule: string, zone: string): readonly string[] => {
  const spec = `{schedule: "${schedule}", timeZone: ${zone}, jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}}}`;
  const { engine } = runFaults([
    `{at: 1s, create: {apiVersion: batch/v1, kind: CronJob, metadata: {name: c, namespace: default}, spec: ${spec}}}`,
  ]);
  return engine.cluster.refusals().map(({ message }) => message);
};

it.each([
  ['0 10 * * *', 'Asia/Tokio', 'spec.timeZone: Invalid value: "Asia/Tokio": unknown time zone Asia/Tokio'],
  [
    '0 10 * * *',
    'local',
    'spec.timeZone: Invalid value: "local": timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones',
  ],
  ['0 99 * * *', 'Asia/Tokyo', 'spec.schedule: Invalid value: "0 99 * * *": end of range (99) above maximum (23): 99'],
])('%s in %s is refused', (schedule, zone, words) => {
  expect(refusals(schedule, zone)).toEqual([`CronJob.batch "c" is invalid: ${words}`]);
});

it('a right one is taken', () => {
  expect(refusals('0 10 * * *', 'Asia/Tokyo')).toEqual([]);
});
