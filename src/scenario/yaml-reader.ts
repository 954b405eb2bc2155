import { offsetOf } from './yaml-position.ts';
import { readYamlStream } from './yaml-stream.ts';
import type { YamlReader } from './yaml.ts';

export const YAML_READER: YamlReader = { readYamlStream, offsetOf };
