import { useState, type ReactElement } from 'react';
import { count } from '../../derive/words/numbers.ts';
import type { FieldChange } from '../../protocol/protocol.ts';
import { MoreButton } from '../kit/controls.tsx';
import { useWords } from '../kit/shell.ts';

/** Fields that belong together: those of one list entry stand under its path. */
interface Group {
  readonly path: string;
  readonly fields: readonly { readonly leaf: string; readonly change: FieldChange }[];
}

/** What a person looks for first: what was wanted, then what is, then names, then bookkeeping. */
const ORDER: readonly RegExp[] = [
  /^spec\.nodeName$/,
  /^status\.phase$/,
  /^metadata\.deletionTimestamp$/,
  /^spec\./,
  /^status\.conditions/,
  /^status\./,
  /^metadata\.name/,
  /^metadata\.labels/,
  /^metadata\.resourceVersion$/,
];
/** Of an object that is new: what it is called and what it asks for. */
const ORDER_NEW: readonly RegExp[] = [
  /^metadata\.name$/,
  /^status\.phase$/,
  /^spec\.(?:replicas|nodeName|containers)/,
  /^metadata\.labels/,
  /^spec\./,
  /^status\./,
];
const rank = (path: string, order: readonly RegExp[]): number => {
  const at = order.findIndex((pattern) => pattern.test(path));
  return at < 0 ? order.length : at;
};

const isCreation = (changes: readonly FieldChange[]): boolean =>
  changes.some(({ path, before }) => path === 'kind' && before === undefined);

function groupsOf(changes: readonly FieldChange[]): readonly Group[] {
  const groups = new Map<string, { leaf: string; change: FieldChange }[]>();
  for (const change of changes) {
    const end = change.path.lastIndexOf(']') + 1;
    const inside = end > 0 && change.path[end] === '.';
    const path = inside ? change.path.slice(0, end) : change.path;
    const field = { leaf: inside ? change.path.slice(end + 1) : '', change };
    const group = groups.get(path);
    if (group === undefined) groups.set(path, [field]);
    else group.push(field);
  }
  const order = isCreation(changes) ? ORDER_NEW : ORDER;
  return [...groups]
    .map(([path, fields]) => ({ path, fields }))
    .sort((a, b) => rank(a.path, order) - rank(b.path, order));
}

const FIELDS_FIRST = 8;

/** The first groups, as many as fit into a glance; at least one. */
function atFirst(groups: readonly Group[]): readonly Group[] {
  let fields = 0;
  const end = groups.findIndex((group, i) => {
    fields += group.fields.length;
    return i > 0 && fields > FIELDS_FIRST;
  });
  return end < 0 ? groups : groups.slice(0, end);
}

/** The changed fields, the telling ones first, all of them on demand. */
export function Diff({
  changes,
  fresh,
}: {
  readonly changes: readonly FieldChange[];
  readonly fresh: boolean;
}): ReactElement {
  const words = useWords();
  const [all, setAll] = useState(false);
  if (changes.length === 0) return <p className="i2">{words.onlyBookkeeping}</p>;
  const groups = groupsOf(changes);
  const created = isCreation(changes);
  const shown = all ? groups : atFirst(groups);
  const hidden = groups.slice(shown.length).reduce((sum, group) => sum + group.fields.length, 0);
  return (
    <>
      <div className={`diff ${fresh ? 'fresh' : ''}`}>
        {shown.map(({ path, fields }) => (
          <div key={path} className="diff-field">
            <div className="p">{path}</div>
            {fields.map(({ leaf, change }) => (
              <Lines key={change.path} leaf={leaf} change={change} created={created} />
            ))}
          </div>
        ))}
      </div>
      {(hidden > 0 || all) && (
        <MoreButton open={all} onOpen={setAll} more={words.moreFields(count(hidden))} fewer={words.fewerFields} />
      )}
    </>
  );
}

interface LinesProps {
  readonly leaf: string;
  readonly change: FieldChange;
  readonly created: boolean;
}

function Lines({ leaf, change, created }: LinesProps): ReactElement {
  const words = useWords();
  const { before, after, path } = change;
  const label = leaf === '' ? '' : `${leaf}: `;
  // "(none)" tells something where a wish was filled in, not where a whole object is new.
  const tellNone = before === undefined && !created && leaf === '' && path.startsWith('spec.');
  return (
    <div data-path={path}>
      {(before !== undefined || tellNone) && (
        <div className="d">
          <span role="img" aria-label={words.before}>
            −
          </span>{' '}
          {label}
          {before ?? words.none}
        </div>
      )}
      {after !== undefined && (
        <div className="a">
          <span role="img" aria-label={words.after}>
            +
          </span>{' '}
          {label}
          {after}
        </div>
      )}
    </div>
  );
}
