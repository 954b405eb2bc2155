/** Ordinal by ordinal, or node by node: what stands there, at which revision, and what comes next. */
import type { ReactElement } from 'react';
import { keyParts } from '../../derive/words/names.ts';
import { count } from '../../derive/words/numbers.ts';
import type { RolloutView, SlotView } from '../../protocol/protocol.ts';
import { PodGlyph } from '../kit/pod-glyph.tsx';
import { ScrollRegion } from '../kit/scroll-region.tsx';
import { useShell } from '../kit/shell.ts';
import { useWorkloadWords } from './room.ts';

export function Slots({ rollout }: { readonly rollout: RolloutView }): ReactElement | undefined {
  const own = useWorkloadWords();
  const { kind, slots, sets } = rollout;
  if ((kind !== 'StatefulSet' && kind !== 'DaemonSet') || slots.length === 0) return undefined;
  const ordinals = kind === 'StatefulSet';
  return (
    <section className="plain">
      <h2>{own.slots[kind]}</h2>
      <p className="i2">{own.slotHint[kind]}</p>
      <ScrollRegion className="table-scroll wl-slots" label={own.slots[kind]}>
        <table className="t num" data-testid="slots">
          <thead>
            <tr>
              <th scope="col">{ordinals ? own.slotColumns.ordinal : own.slotColumns.node}</th>
              <th scope="col">{own.slotColumns.pod}</th>
              <th scope="col">{own.slotColumns.revision}</th>
              <th scope="col">{own.slotColumns.plan}</th>
            </tr>
          </thead>
          <tbody>
            {slots.map((slot) => (
              <Row key={slot.name} slot={slot} sets={sets} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}

function Row({ slot, sets }: { readonly slot: SlotView; readonly sets: RolloutView['sets'] }): ReactElement {
  const own = useWorkloadWords();
  const { selection } = useShell();
  const revision = sets.find(({ hash }) => hash === slot.hash)?.revision;
  return (
    <tr data-slot={slot.name} data-plan={slot.plan} data-updated={slot.updated}>
      <th scope="row">{slot.ordinal === undefined ? slot.name : count(slot.ordinal)}</th>
      <td>
        {slot.pod === '' || slot.phase === '' ? (
          <span className="i3">{own.nobody}</span>
        ) : (
          <button
            type="button"
            className="row-name mono"
            title={slot.pod}
            onClick={() => {
              selection.select(slot.pod);
            }}
          >
            <PodGlyph phase={slot.phase} />
            <span>{keyParts(slot.pod).name}</span>
          </button>
        )}
      </td>
      <td>
        {slot.hash === '' ? '' : revision === undefined ? <span className="mono">{slot.hash}</span> : count(revision)}
      </td>
      <td className={slot.plan === 'next' ? 'strong' : slot.plan === 'done' ? 'i2' : ''}>{own.plans[slot.plan]}</td>
    </tr>
  );
}
