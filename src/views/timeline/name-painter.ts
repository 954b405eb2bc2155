/** Names of the few events that a person would name, where they cover nothing. */
import { placeNames, type NameWish } from '../../derive/timeline-names.ts';
import { eventName } from '../../derive/words/event-names.ts';
import { firstShown, font, lastShown, markWidth, markX, pitchOf, rowTop, type TimelinePicture } from './picture.ts';

/** Bindings; Pods that start, become ready, find no node or go; faults. */
const NAMED: ReadonlySet<string> = new Set([
  'pod.ready',
  'pod.gone',
  'cycle.failed',
  'kubelet.rejected',
  'fault.began',
  'fault.ended',
]);

const isNamed = ({ trace }: TimelinePicture, k: number): boolean =>
  NAMED.has(trace.kindName(k)) || (trace.kindName(k) === 'store.written' && trace.detail(k) === 'bind');

const nameAt = ({ trace, lang }: TimelinePicture, k: number): string =>
  eventName(
    {
      kind: trace.kindName(k),
      subject: trace.subject(k),
      object: trace.object(k),
      detail: trace.detail(k),
      number: trace.number(k),
    },
    lang,
  );

function wishesOf(p: TimelinePicture): NameWish[] {
  const { g, palette, rows, step, window } = p;
  const wish = (k: number, now: boolean): NameWish => {
    g.font = font(palette, now ? 600 : 400);
    return { step: k, lane: rows.rowOf(k) ?? 0, x: markX(p, k), width: g.measureText(nameAt(p, k)).width, now };
  };
  const here = step > 0 && step >= window.from && step <= window.from + window.span && rows.rowOf(step) !== undefined;
  const wishes = here ? [wish(step, true)] : [];
  for (let k = firstShown(p); k <= lastShown(p); k++) {
    if (k !== step && isNamed(p, k) && rows.rowOf(k) !== undefined) wishes.push(wish(k, false));
  }
  return wishes.filter(({ width }) => width > 0);
}

function middles(p: TimelinePicture): number[][] {
  return p.rows.rows.map(({ steps }) => {
    const found: number[] = [];
    const last = lastShown(p);
    for (let at = steps.below(firstShown(p)); at < steps.length; at++) {
      const k = steps.at(at);
      if (k > last) break;
      found.push(markX(p, k));
    }
    return found;
  });
}

/** Where each event has no mark of its own, a fault that stands still has its name, at the left end of what is seen of it. */
export function paintFaultNames(p: TimelinePicture): void {
  const { g, palette, layout, rows, steps } = p;
  g.font = font(palette);
  g.textAlign = 'start';
  for (const { began, ended = steps, lane, target } of rows.faults.spans) {
    const row = rows.placeOf(lane, target);
    if (row === undefined) continue;
    const name = nameAt(p, began);
    const width = g.measureText(name).width;
    const x = Math.max(layout.x0, markX(p, began)) + 4;
    if (x + width + 4 > Math.min(layout.x1, markX(p, ended))) continue;
    const y = rowTop(p, row + 0.5) + 3.5;
    g.fillStyle = palette.get('n3');
    g.fillRect(x - 2, y - 9, width + 4, Math.min(11, layout.laneHeight - 2));
    g.fillStyle = palette.get('ink');
    g.fillText(name, x, y);
  }
}

export function paintNames(p: TimelinePicture): void {
  const { g, palette, layout, step, rows } = p;
  const spots = placeNames(wishesOf(p), {
    from: layout.x0,
    to: layout.width - 2,
    lanes: rows.rows.length,
    aside: pitchOf(p) / 2 + 3,
    markWidth: markWidth(p),
    marks: middles(p),
    playHead: markX(p, step),
  });
  g.textAlign = 'start';
  for (const spot of spots) {
    const now = spot.step === step;
    const y = rowTop(p, spot.lane + 0.5) + 3.5;
    const name = nameAt(p, spot.step);
    g.font = font(palette, now ? 600 : 400);
    // A line from a cause may pass here: under the name it stops.
    g.fillStyle = palette.get('surface');
    g.fillRect(spot.x - 2, y - 9, g.measureText(name).width + 4, Math.min(12, layout.laneHeight));
    g.fillStyle = palette.get(now ? 'accent' : 'ink');
    g.fillText(name, spot.x, y);
  }
}
