/** What came of a preemption: the Pod that asked, each victim, and the Pod that its controller made in its place. */
import type { ReactElement } from 'react';
import { keyParts } from '../../derive/words/names.ts';
import type { PreemptionWords } from '../../derive/words/preemption.ts';
import type { PreemptionAnswer, PreemptionVictim, TokenPhase } from '../../protocol/protocol.ts';
import { PodGlyph } from '../kit/pod-glyph.tsx';
import { useShell } from '../kit/shell.ts';

interface AftermathProps {
  readonly answer: PreemptionAnswer;
  readonly words: PreemptionWords;
}

export function Aftermath({ answer, words }: AftermathProps): ReactElement | undefined {
  const freed = answer.candidates.find(({ node }) => node === answer.nominated);
  if (freed === undefined) return undefined;
  return (
    <div className="pre-after">
      <h3>{words.after}</h3>
      <ul>
        <li>
          <Named pod={answer.pod} phase={answer.phase} />
          {preemptorNow(answer, words)}
        </li>
        {freed.victims.map((victim) => (
          <li key={victim.pod} data-heir={victim.heir}>
            <Named pod={`Pod/${victim.pod}`} phase={victim.phase} />
            <span className="i2">{words.now[victim.now]}</span>
            <Heir victim={victim} words={words} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function preemptorNow({ phase, boundTo }: PreemptionAnswer, words: PreemptionWords): string {
  if (phase === '') return words.preemptorGone;
  return boundTo === '' ? words.preemptorWaits : words.preemptorBound(boundTo);
}

function Heir({
  victim,
  words,
}: {
  readonly victim: PreemptionVictim;
  readonly words: PreemptionWords;
}): ReactElement | undefined {
  const { heir, owner, now } = victim;
  if (heir !== '') {
    return (
      <p className="pre-heir">
        <span aria-hidden="true">↳</span> <Named pod={`Pod/${heir}`} phase={victim.heirPhase} />
        {words.heir}
        {heirNow(victim, words)}
      </p>
    );
  }
  if (now === 'here') return undefined;
  return <p className="pre-heir i2">{owner === '' ? words.noOwner : words.noHeir}</p>;
}

function heirNow({ heirPhase, heirNode }: PreemptionVictim, words: PreemptionWords): string {
  if (heirPhase === '') return words.heirGone;
  if (heirNode === '') return words.heirWaits;
  return heirPhase === 'run' ? words.heirRuns(heirNode) : words.heirGoes(heirNode);
}

/** A Pod with its glyph; a press selects it. */
function Named({ pod, phase }: { readonly pod: string; readonly phase: TokenPhase | '' }): ReactElement {
  const { selection } = useShell();
  return (
    <span className="pre-named">
      <PodGlyph phase={phase === '' ? 'term' : phase} ghost={phase === ''} />
      <button
        type="button"
        className="link mono"
        title={pod}
        onClick={() => {
          selection.select(pod);
        }}
      >
        {keyParts(pod).name}
      </button>
    </span>
  );
}
