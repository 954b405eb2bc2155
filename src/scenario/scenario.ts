/** Face of the room, with the YAML reader built in: Node and tests read through this file. */
import { installYaml } from './yaml.ts';
import { YAML_READER } from './yaml-reader.ts';

installYaml(YAML_READER);

export * from './read-scenario.ts';
