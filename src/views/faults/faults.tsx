/** The fault bench: what to break, and the branch that comes of it beside the run that it left. */
import type { ReactElement } from 'react';
import { useSession } from '../kit/shell.ts';
import { Bench } from './bench.tsx';
import { Beside } from './beside.tsx';
import '../answers/what-if.css';
import './faults.css';

export default function Faults({ onClose }: { readonly onClose?: () => void }): ReactElement {
  const focus = useSession((s) => s.focus);
  return focus === 'beside' ? <Beside onClose={onClose} /> : <Bench onClose={onClose} />;
}
