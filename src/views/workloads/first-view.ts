/** Which object the room shows: the one that the person chose, where it has a picture; else the room chooses one, and selects it. */
import { useEffect, useState } from 'react';
import type { TraceBuffer } from '../../derive/trace-buffer.ts';
import { firstPart, firstView, type ToldView } from '../../derive/workload-choice.ts';
import { partsOf, readPart } from '../../derive/workload-parts.ts';
import type { ObjectRow } from '../../protocol/protocol.ts';
import { readPlace } from '../../store/view-name.ts';
import type { Selection } from '../../store/selection.ts';
import { usePlayback, useSelection, useSession, useShell } from '../kit/shell.ts';
import { useAsk } from '../kit/use-ask.ts';
import { useChapters, type Chapter } from '../panels/chapters.ts';

/** The last choice of a room: no choice of the person's, so that the room chooses anew when it is opened again. */
let chosen: { readonly key: string; readonly forget: () => void } | undefined;

function choose(selection: Selection, key: string): void {
  chosen?.forget();
  selection.select(key);
  const stop = selection.store.subscribe(({ object }) => {
    if (object !== key) chosen?.forget();
  });
  const forget = (): void => {
    stop();
    chosen = undefined;
  };
  chosen = { key, forget };
}

export interface Subject {
  /** Undefined until it is known, and where there is nothing. */
  readonly subject: string | undefined;
  /** No object has a picture. */
  readonly nothing: boolean;
}

export function useSubject(): Subject {
  const { run, selection, session } = useShell();
  const step = usePlayback((s) => s.step);
  const chapters = useChapters();
  const selected = useSelection((s) => (s.pinned ? s.object : undefined));
  const unnamed = useSession((s) => s.view === 'workloads' && s.focus === '');
  // Read when it is opened: what it chose then stays while it is open.
  const [again, setAgain] = useState(() => unnamed && selected !== undefined && chosen?.key === selected);
  const fits = selected !== undefined && partsOf(selected).length > 0 && !again;
  const asking = run !== undefined && (!fits || unnamed);
  const rows = useAsk(asking ? `${String(run.id)}:${String(step)}` : undefined, () =>
    run === undefined ? Promise.resolve(undefined) : run.objects(step),
  );
  useEffect(() => {
    if (!asking || rows === undefined) return;
    const view = fits
      ? viewOf(selected, rows, chapters, step)
      : firstView({ rows, told: toldIn(chapters), step, lastWrite: (key) => lastWrite(run.trace, key, step) });
    if (view === undefined) return;
    if (!fits) choose(selection, view.key);
    setAgain(false);
    if (unnamed) session.setView('workloads', view.part);
  }, [rows, run, asking, fits, selected, chapters, step, unnamed, selection, session]);
  const nothing = !fits && rows?.every(({ key }) => partsOf(key).length === 0) === true;
  return { subject: fits && !unnamed ? selected : undefined, nothing };
}

/** The picture of an object that the person chose: as the story has it, else as the object stands. */
function viewOf(
  key: string,
  rows: readonly ObjectRow[],
  chapters: readonly Chapter[],
  step: number,
): Omit<ToldView, 'step'> {
  const told = toldIn(chapters).filter((one) => one.key === key && one.step <= step);
  const { status = '' } = rows.find((row) => row.key === key) ?? {};
  return { key, part: told.at(-1)?.part ?? firstPart({ key, status }) };
}

function toldIn(chapters: readonly Chapter[]): readonly ToldView[] {
  return chapters.flatMap(({ note, step }) => {
    const place = readPlace(note.view ?? '');
    if (place?.view !== 'workloads' || note.select === undefined || step === undefined) return [];
    return [{ key: note.select, part: readPart(note.select, place.focus), step }];
  });
}

/** A kubelet writes its node's status again and again: that is no news. */
function lastWrite(trace: TraceBuffer, key: string, step: number): number {
  const writes = trace
    .eventsOfObject(key)
    .filter((k) => k <= step && trace.kindName(k) === 'store.written' && !trace.subject(k).startsWith('kubelet'));
  return writes.at(-1) ?? 0;
}
