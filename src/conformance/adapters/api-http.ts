/** Bodies of recorded requests, read the way the api-server's own readers do, and requests made of them. */
import type { HttpRequest } from '../../components/apiserver/apiserver.ts';
import { isScenarioError } from '../../scenario/problem.ts';
import { readYamlStream } from '../../scenario/yaml-stream.ts';

type Body = Pick<HttpRequest, 'body' | 'unreadable' | 'duplicates'>;

/** How much of a body upstream shows. */
const SHOWN_BYTES = 30;

/** @param contentType JSON by its media type, else YAML */
export function readBody(text: string, contentType: string | undefined): Body {
  return contentType?.endsWith('json') === true ? readJson(text) : readYaml(text);
}

function readJson(text: string): Body {
  try {
    return { body: JSON.parse(text) as unknown };
  } catch {
    const shown = `(${text.slice(0, SHOWN_BYTES)} ...)`;
    return { unreadable: `couldn't get version/kind; json parse error: unexpected end of JSON input ${shown}` };
  }
}

function readYaml(text: string): Body {
  try {
    const [chunk] = readYamlStream('body', text, () => undefined);
    return { body: chunk?.value };
  } catch (error) {
    if (!isScenarioError(error)) throw error;
    const { code, line = 0, params } = error.problem;
    if (code === 'duplicate-key') {
      const key = JSON.stringify(params['key']);
      return { body: {}, duplicates: [`yaml: unmarshal errors:\n  line ${line}: key ${key} already set in map`] };
    }
    const what = code === 'bad-yaml-tab' ? 'found character that cannot start any token' : String(params['what']);
    return { unreadable: `yaml: line ${line}: ${what} (${hex(text.slice(0, SHOWN_BYTES))} ...)` };
  }
}

const hex = (text: string): string =>
  [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The recordings' administrator; everybody else has no role. */
export const ADMIN = { name: 'kubernetes-admin', groups: ['system:masters'] };
