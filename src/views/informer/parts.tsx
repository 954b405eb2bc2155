/** Small pieces of the microscope: lines with an arrow, chips, pairs of a name and a value. */
import type { ReactElement, ReactNode } from 'react';
import type { Chip } from '../../derive/informer.ts';
import { count } from '../../derive/words/numbers.ts';
import type { DeltaView } from '../../protocol/protocol.ts';
import { useInformerWords } from './use-informer.ts';

interface ArrowProps {
  readonly on?: boolean;
  readonly label?: string;
  /** An unbuffered channel is a gap in the line. */
  readonly gap?: boolean;
}

export function Arrow({ on = false, label = '', gap = false }: ArrowProps): ReactElement {
  return (
    <div className={`inf-arrow ${on ? 'on' : ''} ${gap ? 'gap' : ''}`} aria-hidden={label === ''}>
      {label !== '' && <span className="mono">{label}</span>}
    </div>
  );
}

/** Where a count stands as it is, and a revision that is no number too. */
export const figure = (text: string): string => (/^\d+$/.test(text) ? count(Number(text)) : text);

export function DeltaChip({ chip }: { readonly chip: Chip }): ReactElement {
  const own = useInformerWords();
  const { type, now, dropped, tombstone } = chip;
  const name = `inf-chip ${now ? 'lit' : ''} ${tombstone ? 'tomb' : ''} ${dropped ? 'out' : ''}`;
  return (
    <li className={name} data-delta={type} data-revision={chip.revision} data-dropped={dropped}>
      <b>{type}</b>
      <span>{worth(chip, own.tombstone)}</span>
      {dropped && <span className="inf-hidden">, {own.droppedOut}</span>}
    </li>
  );
}

function worth(delta: DeltaView, tombstone: string): string {
  if (delta.tombstone) return tombstone;
  return delta.revision === undefined ? '' : figure(delta.revision);
}

interface FactProps {
  readonly name: string;
  readonly children: ReactNode;
  readonly strong?: boolean;
}

export function Fact({ name, children, strong = false }: FactProps): ReactElement {
  return (
    <div className="inf-fact">
      <dt>{name}</dt>
      <dd className={strong ? 'strong num' : 'num'}>{children}</dd>
    </div>
  );
}
