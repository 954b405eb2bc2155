/** The YAML of any object, line by line, with who owns each line. */
import { useState, type ReactElement } from 'react';
import { beginsRun, ownerMark } from '../../derive/api-server.ts';
import type { ObjectRow, OwnershipAnswer } from '../../protocol/protocol.ts';
import { Empty } from '../kit/controls.tsx';
import { ScrollRegion } from '../kit/scroll-region.tsx';
import { usePlayback, useSelection, useShell } from '../kit/shell.ts';
import { useAsk } from '../kit/use-ask.ts';
import { ObjectChoice } from './object-choice.tsx';
import { useRoomWords } from './room.ts';

export interface OwnershipState {
  readonly objectKey: string | undefined;
  readonly answer: OwnershipAnswer | undefined;
  readonly objects: readonly ObjectRow[];
  /** The owner whose lines are marked; undefined = none. */
  readonly marked: number | undefined;
  readonly mark: (owner: number | undefined) => void;
}

export function useOwnership(): OwnershipState {
  const { run } = useShell();
  const step = usePlayback((s) => s.step);
  const key = useSelection((s) => s.object);
  const [marked, setMarked] = useState<{ readonly key: string | undefined; readonly owner: number | undefined }>();
  const at = run === undefined ? undefined : `${String(run.id)}:${String(step)}`;
  const answer = useAsk(at === undefined || key === undefined ? undefined : `${at}:${key}`, () =>
    run === undefined || key === undefined ? Promise.resolve(undefined) : run.ownership(step, key),
  );
  const objects = useAsk(at, () => (run === undefined ? Promise.resolve(undefined) : run.objects(step)));
  return {
    objectKey: key,
    answer: answer?.key === key ? answer : undefined,
    objects: objects ?? [],
    marked: marked?.key === key ? marked?.owner : undefined,
    mark: (owner) => {
      setMarked({ key, owner });
    },
  };
}

export function Ownership({ objectKey, answer, objects, marked }: OwnershipState): ReactElement {
  const own = useRoomWords();
  return (
    <section className="plain" data-testid="ownership" data-object={objectKey ?? ''}>
      <ObjectChoice key={objectKey} objectKey={objectKey} objects={objects} />
      {objectKey === undefined && <Empty title={own.nothingChosen}>{own.nothingChosenHint}</Empty>}
      {answer?.exists === false && <Empty title={own.notThere} />}
      {answer?.exists === true && <Lines answer={answer} marked={marked} />}
    </section>
  );
}

function Lines({
  answer,
  marked,
}: {
  readonly answer: OwnershipAnswer;
  readonly marked: number | undefined;
}): ReactElement {
  const own = useRoomWords();
  const { lines, owners, key } = answer;
  return (
    <>
      <ul className="aps-short">
        {owners.map(({ manager, operation, subresource }, i) => (
          <li key={`${manager} ${operation} ${subresource}`}>
            <OwnerLetter owner={i} />
            <span className="mono">{manager}</span>
          </li>
        ))}
      </ul>
      <ScrollRegion className="aps-yaml" label={own.lines(key)}>
        <ol className="mono">
          {lines.map((line, i) => {
            const names = line.owners.map((owner) => owners[owner]?.manager ?? '');
            const on = marked !== undefined && line.owners.includes(marked);
            return (
              <li
                // Lines have no name of their own; a place may have several.
                key={`${String(i)} ${line.path}`}
                className={`${on ? 'on' : ''} ${line.branch ? 'branch' : ''}`}
                data-path={line.path}
                data-owners={names.join(' ')}
              >
                <Marks owners={line.owners} branch={line.branch} />
                <span className="text">{line.text}</span>
                {beginsRun(answer, i) && (
                  <span className="names t1 i3">{names.length > 1 ? own.sharedBy(names.join(', ')) : names[0]}</span>
                )}
              </li>
            );
          })}
        </ol>
      </ScrollRegion>
    </>
  );
}

/** A letter an owner on its step of the ramp; a dot where nobody owns what stands there. */
function Marks({ owners, branch }: { readonly owners: readonly number[]; readonly branch: boolean }): ReactElement {
  const own = useRoomWords();
  if (owners.length === 0) {
    return (
      <span className="marks">
        {!branch && (
          <span className="nobody" role="img" aria-label={own.nobody} title={own.nobody}>
            ·
          </span>
        )}
      </span>
    );
  }
  return (
    <span className="marks">
      {owners.map((owner) => (
        <OwnerLetter key={owner} owner={owner} />
      ))}
    </span>
  );
}

export function OwnerLetter({ owner }: { readonly owner: number }): ReactElement {
  const { letter, heat } = ownerMark(owner);
  return <span className={`owner-mark h${String(heat)}`}>{letter}</span>;
}
