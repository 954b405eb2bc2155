/** What became of Pods that a controller asked for: RealPodControl.createPods of pkg/controller/controller_utils.go (v1.37). */
import type { KubeObject } from '../../model/objects.ts';
import type { ApiResponse } from '../apiserver/apiserver.ts';
import type { EventRecorder } from './events.ts';
import { succeeded } from './sync.ts';

/** Nothing can be made in a namespace that goes, now or later: that is neither told nor tried again. */
const isInEndingNamespace = ({ status }: ApiResponse): boolean =>
  status?.causes?.some(({ reason }) => reason === 'NamespaceTerminating') === true;

/** Tells of each that was made or refused. @returns those that were refused */
export function tellCreations(
  events: EventRecorder,
  about: KubeObject,
  answers: readonly ApiResponse[],
): readonly ApiResponse[] {
  const refused: ApiResponse[] = [];
  for (const answer of answers) {
    const { object, status } = answer;
    if (succeeded(answer)) {
      const message = `Created pod: ${object?.metadata.name ?? ''}`;
      events.post({ about, type: 'Normal', reason: 'SuccessfulCreate', message });
    } else if (!isInEndingNamespace(answer)) {
      refused.push(answer);
      events.post({
        about,
        type: 'Warning',
        reason: 'FailedCreate',
        message: `Error creating: ${status?.message ?? ''}`,
      });
    }
  }
  return refused;
}
