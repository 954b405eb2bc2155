import type { ReactElement } from 'react';
import { BenchView } from './bench.tsx';
import { useBenchWords } from './bench-words.ts';

/** The concurrency laboratory. The benchmark is its lower half; the machine of goroutines comes above it. */
export default function LabPage(): ReactElement {
  const words = useBenchWords();
  return (
    <div className="lab" data-testid="lab">
      <header className="lab-head">
        <h1>{words.labTitle}</h1>
        <p className="i2">{words.labLead}</p>
      </header>
      <BenchView />
    </div>
  );
}
