/** The informer microscope: reflector, queue, indexer, listeners, and the work queues behind them. */
import type { ReactElement } from 'react';
import { useWords } from '../kit/shell.ts';

export default function Informer({ onClose }: { readonly onClose?: () => void }): ReactElement {
  const words = useWords();
  return (
    <section className="ans" data-testid="informer">
      <button type="button" className="btn" onClick={onClose}>
        {words.backToStage}
      </button>
    </section>
  );
}
