/** The api-server room: revisions, watchers, the watch window, conflicts, and who owns each field. */
import type { ReactElement } from 'react';
import { useWords } from '../kit/shell.ts';

export default function ApiServerRoom({ onClose }: { readonly onClose?: () => void }): ReactElement {
  const words = useWords();
  return (
    <section className="ans" data-testid="api-server">
      <button type="button" className="btn" onClick={onClose}>
        {words.backToStage}
      </button>
    </section>
  );
}
