/**
 * The informer microscope: one shared informer from the inside, as of a step. Models client-go tools/cache (v0.32 to v0.37):
 * Reflector, DeltaFIFO or RealFIFO, Indexer, sharedProcessor and its processorListeners, and util/workqueue behind the
 * handlers. Left out: what the queue's and the ring's goroutines are called; more than 200 entries of a queue.
 */
import type { ReactElement } from 'react';
import { laneOrder } from '../../derive/informer-choice.ts';
import { hopOf, scopeOf, type Hop } from '../../derive/informer.ts';
import type { InformerAnswer } from '../../protocol/protocol.ts';
import { Empty } from '../kit/controls.tsx';
import { ScrollRegion } from '../kit/scroll-region.tsx';
import { useShell } from '../kit/shell.ts';
import { Heading } from './heading.tsx';
import { IndexerBox } from './indexer-box.tsx';
import { Lane } from './lane.tsx';
import { Arrow } from './parts.tsx';
import { QueueBox } from './queue-box.tsx';
import { ReflectorBox } from './reflector-box.tsx';
import { useInformer, useInformerWords } from './use-informer.ts';
import { WaitingRow } from './waiting-row.tsx';
import './informer.css';
import './queue.css';
import './listeners.css';
import './narrow.css';

const STILL: Hop = { at: 'none' };

export default function Informer({ onClose }: { readonly onClose?: () => void }): ReactElement {
  const own = useInformerWords();
  const { run } = useShell();
  const { id, answer, missing } = useInformer();
  const hop = answer === undefined || run === undefined ? STILL : hopOf(run.trace, answer.step, scopeOf(answer));
  return (
    <section
      className="inf"
      data-testid="informer"
      aria-label={own.title}
      data-informer={answer?.id}
      data-step={answer?.step}
      data-generation={answer?.generation}
      data-distribution={answer?.distribution}
      data-hop={hop.at}
    >
      <ScrollRegion label={own.title} className="inf-page">
        <Heading id={id} answer={answer} hop={hop} onClose={onClose} />
        {missing && <Empty title={own.unknown(id)}>{own.unknownHint}</Empty>}
        {answer !== undefined && <Picture answer={answer} hop={hop} />}
      </ScrollRegion>
    </section>
  );
}

interface PictureProps {
  readonly answer: InformerAnswer;
  readonly hop: Hop;
}

function Picture({ answer, hop }: PictureProps): ReactElement {
  const own = useInformerWords();
  const { indexer, listeners, distribution } = answer;
  const popped = hop.at === 'pop';
  return (
    <>
      {listeners.length > 0 && <WaitingRow answer={answer} />}
      <div className="inf-row-a">
        <ReflectorBox answer={answer} hop={hop} />
        <Arrow on={hop.at === 'reflector' && hop.into !== ''} label={hop.at === 'reflector' ? hop.into : ''} />
        <QueueBox answer={answer} hop={hop} />
        <Arrow on={popped} label="Pop" />
        <IndexerBox indexer={indexer} now={popped ? hop.key : ''} />
      </div>
      <div className={`inf-bus ${popped ? 'on' : ''}`}>
        <p>{distribution === 'blocking' ? own.distributeBlocking : own.distribute}</p>
      </div>
      {listeners.length === 0 ? (
        <p className="inf-nobody i2">{own.noListeners}</p>
      ) : (
        <Lanes answer={answer} hop={hop} />
      )}
    </>
  );
}

function Lanes({ answer, hop }: PictureProps): ReactElement {
  const own = useInformerWords();
  const { distribution } = answer;
  const { heads } = own;
  const blocking = distribution === 'blocking';
  return (
    <div className={`inf-lanes ${hop.at === 'pop' ? 'told' : ''}`}>
      <h2 className="inf-hidden">{own.listeners}</h2>
      <div className="inf-lane-heads" aria-hidden="true">
        <span />
        <span>
          {!blocking && heads.addCh}
          {!blocking && <span className="inf-roomy">{heads.unbuffered}</span>}
        </span>
        <span>{blocking ? heads.sender : heads.pop}</span>
        <span />
        <span>
          {blocking ? heads.channel : heads.ring}
          {!blocking && <span className="inf-roomy">{heads.ringGrows}</span>}
        </span>
        <span>{blocking ? '' : heads.nextCh}</span>
        <span>{heads.handler}</span>
        <span />
        <span>{heads.feeds}</span>
      </div>
      {laneOrder(answer).map((place) => (
        <Lane key={place} answer={answer} place={place} hop={hop} />
      ))}
      {blocking && <p className="inf-blocking t1 i2">{own.blockingNote}</p>}
    </div>
  );
}
