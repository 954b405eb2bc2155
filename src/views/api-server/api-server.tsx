/**
 * The api-server's room: etcd's revisions and who watches from where, refused requests side by side, and who owns each
 * field. Models what kube-apiserver keeps to itself (k8s.io/apiserver pkg/storage, v0.37; structured-merge-diff v6). Left
 * out: what the answer leaves out (engine/api-server-room.ts), and requests that only read.
 */
import { Tabs } from 'radix-ui';
import { useState, type ReactElement } from 'react';
import type { RoomPart } from '../../derive/api-server.ts';
import { refusedTo } from '../../derive/refusals.ts';
import { insideWords } from '../../derive/words/inside.ts';
import { count } from '../../derive/words/numbers.ts';
import type { ApiServerAnswer } from '../../protocol/protocol.ts';
import { Icon } from '../kit/icons.tsx';
import { useLayout, usePlayback, useShell, useWords } from '../kit/shell.ts';
import { useAsk } from '../kit/use-ask.ts';
import { Commit } from './commit.tsx';
import { Conflict } from './conflict.tsx';
import { Owners } from './owners.tsx';
import { Ownership, useOwnership } from './ownership.tsx';
import { Refused } from './refused.tsx';
import { Revisions } from './revisions.tsx';
import { useFocus, useGo, useRoomWords } from './room.ts';
import { Watchers } from './watchers.tsx';
import '../answers/answers.css';
import './api-server.css';

interface RoomProps {
  readonly onClose?: () => void;
}

export default function ApiServerRoom({ onClose }: RoomProps): ReactElement {
  const own = useRoomWords();
  const { run } = useShell();
  const step = usePlayback((s) => s.step);
  const { part, at } = useFocus();
  // Here, so that it stays while other parts are looked at.
  const [client, setClient] = useState('');
  const go = useGo();
  // Only one part lists refusals; the others are asked for at each step, and have no need of them by client.
  const asked = part === 'refused' ? { client, ...(at === undefined ? {} : { at }) } : {};
  const answer = useAsk(
    run === undefined ? undefined : `${String(run.id)}:${String(step)}:${JSON.stringify(asked)}`,
    () => (run === undefined ? Promise.resolve(undefined) : run.apiServer(step, asked)),
  );
  return (
    <section
      className="ans aps"
      data-testid="api-server"
      data-part={part}
      data-step={answer?.step}
      aria-label={own.title}
    >
      <Tabs.Root
        className="ans-cols"
        value={part}
        activationMode="manual"
        onValueChange={(value) => {
          go({ part: value as RoomPart, at: undefined });
        }}
      >
        {part === 'revisions' && <RevisionsPart answer={answer} onClose={onClose} />}
        {part === 'refused' && <RefusedPart answer={answer} onClose={onClose} client={client} onClient={setClient} />}
        {part === 'fields' && <FieldsPart answer={answer} onClose={onClose} />}
      </Tabs.Root>
    </section>
  );
}

interface PartProps {
  readonly answer: ApiServerAnswer | undefined;
  readonly onClose: (() => void) | undefined;
}

function RevisionsPart({ answer, onClose }: PartProps): ReactElement {
  return (
    <>
      <Tabs.Content value="revisions" className="ans-left" tabIndex={-1}>
        <Head answer={answer} onClose={onClose} />
        {answer !== undefined && (
          <>
            <Watchers answer={answer} />
            <Revisions answer={answer} />
          </>
        )}
      </Tabs.Content>
      <Aside>{answer !== undefined && <Commit answer={answer} />}</Aside>
    </>
  );
}

interface RefusedPartProps extends PartProps {
  readonly client: string;
  readonly onClient: (client: string) => void;
}

function RefusedPart({ answer, onClose, client, onClient }: RefusedPartProps): ReactElement {
  return (
    <>
      <Tabs.Content value="refused" className="ans-left" tabIndex={-1}>
        <Head answer={answer} onClose={onClose} />
        {answer !== undefined && <Conflict answer={refusedTo(answer, client)} client={client} />}
      </Tabs.Content>
      <Aside>{answer !== undefined && <Refused answer={answer} client={client} onClient={onClient} />}</Aside>
    </>
  );
}

function FieldsPart({ answer, onClose }: PartProps): ReactElement {
  const ownership = useOwnership();
  return (
    <>
      <Tabs.Content value="fields" className="ans-left" tabIndex={-1}>
        <Head answer={answer} onClose={onClose} />
        <Ownership {...ownership} />
      </Tabs.Content>
      <Aside>{ownership.answer?.exists === true && <Owners {...ownership} answer={ownership.answer} />}</Aside>
    </>
  );
}

function Aside({ children }: { readonly children: ReactElement | false | undefined }): ReactElement {
  return <aside className="ans-right">{children}</aside>;
}

function Head({ answer, onClose }: PartProps): ReactElement {
  const own = useRoomWords();
  const words = useWords();
  const { session } = useShell();
  const { breakIt } = insideWords(useLayout((s) => s.language));
  return (
    <>
      <header className="ans-head">
        <div>
          <h1>{own.title}</h1>
          <p>
            {answer === undefined
              ? '\u00a0'
              : own.lead(count(answer.revision), count(answer.watchCount), count(answer.refused))}
          </p>
        </div>
        <button
          type="button"
          className="btn"
          data-break="kube-apiserver"
          onClick={() => {
            session.setView('faults', 'kube-apiserver');
          }}
        >
          {breakIt}
        </button>
        {onClose !== undefined && (
          <button type="button" className="btn to-stage" onClick={onClose}>
            <Icon name="close" />
            <span>{words.backToStage}</span>
          </button>
        )}
      </header>
      <Tabs.List className="tabs aps-tabs" aria-label={own.parts}>
        <Tabs.Trigger value="revisions">{own.revisions}</Tabs.Trigger>
        <Tabs.Trigger value="refused">
          {own.refusedTab} <span className="num i3">{answer === undefined ? '' : count(answer.refused)}</span>
        </Tabs.Trigger>
        <Tabs.Trigger value="fields">{own.ownership}</Tabs.Trigger>
      </Tabs.List>
    </>
  );
}
