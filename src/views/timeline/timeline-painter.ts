/** Paints the timeline. Everything on it is a mark of one event or a count of many; the controls above it are DOM. */
import { LEAST_MARK_PITCH } from '../../derive/timeline-layout.ts';
import { paintArrows } from './arrow-painter.ts';
import { paintFaultNames, paintNames } from './name-painter.ts';
import { paintOverview, paintStrips } from './overview-painter.ts';
import { pitchOf, type TimelinePicture } from './picture.ts';
import { paintSlim } from './slim-painter.ts';
import { paintFaults, paintGrid, paintHistogram, paintMarks, paintPlayHead, paintStops } from './window-painter.ts';

/** @param strips puts the overview's densities there; they may have been painted before */
export function paintTimeline(p: TimelinePicture, strips: (p: TimelinePicture) => void = paintStrips): void {
  p.g.clearRect(0, 0, p.layout.width, p.layout.height);
  if (p.steps === 0) return;
  if (p.layout.slim) {
    paintSlim(p);
    return;
  }
  strips(p);
  paintOverview(p);
  paintGrid(p);
  paintFaults(p);
  if (pitchOf(p) >= LEAST_MARK_PITCH) {
    paintMarks(p);
    paintArrows(p);
    paintNames(p);
  } else {
    paintHistogram(p);
    paintFaultNames(p);
  }
  paintStops(p);
  paintPlayHead(p);
}
