/** Values at the places that the api-server names: ".spec.containers[name=\"a\"].image", "spec.containers[0].image". */

type Fields = Readonly<Record<string, unknown>>;

/** What stands at `path`; undefined where nothing does. Names may have dots in them (annotations): the longest that fits is meant. */
export function valueAt(object: unknown, path: string): unknown {
  let value = object;
  let rest = path.startsWith('.') || path.startsWith('[') ? path : `.${path}`;
  while (rest !== '' && rest !== '.') {
    const found = rest.startsWith('[') ? elementOf(value, rest) : fieldOf(value, rest.slice(1));
    if (found === undefined) return undefined;
    ({ value, rest } = found);
  }
  return value;
}

interface Found {
  readonly value: unknown;
  readonly rest: string;
}

function fieldOf(value: unknown, text: string): Found | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const names = Object.keys(value).sort((a, b) => b.length - a.length);
  const name = names.find((one) => text.startsWith(one) && /^(?:$|[.[])/.test(text.slice(one.length)));
  return name === undefined ? undefined : { value: (value as Fields)[name], rest: text.slice(name.length) };
}

const QUOTED = /^\[((?:[^"\]]|"(?:[^"\\]|\\.)*")*)\]/;

/** [0], [name="a",protocol="TCP"], [="x"]; of a map, [its key]. */
function elementOf(value: unknown, text: string): Found | undefined {
  const match = QUOTED.exec(text);
  if (match === null) return undefined;
  const [whole, inside = ''] = match;
  const rest = text.slice(whole.length);
  if (!Array.isArray(value)) {
    const mapped = typeof value === 'object' && value !== null ? (value as Fields)[inside] : undefined;
    return mapped === undefined ? undefined : { value: mapped, rest };
  }
  const list = value as readonly unknown[];
  const element = /^\d+$/.test(inside) ? list[Number(inside)] : list.find(isElement(inside));
  return element === undefined ? undefined : { value: element, rest };
}

function isElement(inside: string): (element: unknown) => boolean {
  if (inside.startsWith('=')) return (element) => JSON.stringify(element) === inside.slice(1);
  const keys = [...inside.matchAll(/(\w+)=("(?:[^"\\]|\\.)*"|[^,]+)/g)].map(([, name = '', json = '']) => ({
    name,
    json,
  }));
  return (element) =>
    typeof element === 'object' &&
    element !== null &&
    keys.every(({ name, json }) => {
      // The one key that has a default.
      const own = (element as Fields)[name] ?? (name === 'protocol' ? 'TCP' : undefined);
      return JSON.stringify(own) === json;
    });
}
