/** Face of the room: the whole engine behind the protocol, synchronous, as Node and tests use it. */
import type { EngineApi } from '../protocol/protocol.ts';
import { YAML_READER } from '../scenario/yaml-reader.ts';
import { installYaml } from '../scenario/yaml.ts';
import { createCoreEngine } from './core-engine.ts';
import type { Cluster } from './create-cluster.ts';
import { createLateAnswers } from './late-answers.ts';
import { LESSONS } from './late-lessons.ts';
import { ZONES } from './late-zones.ts';
import { installLessons } from './lessons.ts';
import type { Run } from './run.ts';
import { installZones } from './zones.ts';

export { createCluster } from './create-cluster.ts';
export type { Cluster } from './create-cluster.ts';
export { Run } from './run.ts';

installYaml(YAML_READER);
installLessons(LESSONS);
installZones(ZONES);

export interface Engine extends EngineApi {
  /** The cluster behind it, once a scenario is open: for the command line and tests in the same thread. */
  readonly cluster: Cluster;
  readonly run: Run;
}

export function createEngine(): Engine {
  const { api, opened } = createCoreEngine();
  const { checked, ...late } = createLateAnswers(opened);
  return {
    ...api,
    ...late,
    open: (request, progress) => checked(api.open(request, progress), request),
    get cluster() {
      return opened().cluster;
    },
    get run() {
      return opened().run;
    },
  };
}
