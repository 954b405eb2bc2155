/** What the queue compared in this step, with the verdict; else the rule by which it goes. */
import type { ReactElement } from 'react';
import { count } from '../../derive/words/numbers.ts';
import type { DedupView, DeltaView, InformerAnswer } from '../../protocol/protocol.ts';
import { useInformerWords } from './use-informer.ts';

export function QueueNote({ answer }: { readonly answer: InformerAnswer }): ReactElement {
  const own = useInformerWords();
  const { queue, generation } = answer;
  if (queue.dedup !== undefined) return <Verdict dedup={queue.dedup} />;
  const { title, text } = own.notes[generation];
  return (
    <div className="inf-note">
      <b>{title}</b>
      <p>{text}</p>
    </div>
  );
}

function Verdict({ dedup }: { readonly dedup: DedupView }): ReactElement {
  const own = useInformerWords();
  const { key, older, newer, stays } = dedup;
  return (
    <div className="inf-note lit" data-dedup={key} data-stays={stays}>
      <b>{own.dedupRule}</b>
      <p>
        <Named delta={older} /> {own.and} <Named delta={newer} /> {own.bothDeleted}
      </p>
      <p>{stays === 'older' ? own.olderStays : own.newerStays}</p>
    </div>
  );
}

function Named({ delta }: { readonly delta: DeltaView }): ReactElement {
  const own = useInformerWords();
  const { type, tombstone, revision = '' } = delta;
  return (
    <span className="mono">
      {type} {tombstone ? own.tombstone : revision === '' ? '' : count(Number(revision))}
    </span>
  );
}
