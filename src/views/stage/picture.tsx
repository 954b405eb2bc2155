/** The structure of one step in SVG. Rendered when the step changes, never between two steps. */
import { memo, type ReactElement } from 'react';
import { homesOf } from '../../derive/homes.ts';
import type { StageLayout } from '../../derive/layout-types.ts';
import { nowLines, timingOf } from '../../derive/scene.ts';
import { stageWords } from '../../derive/stage-words.ts';
import type { TraceBuffer } from '../../derive/trace-buffer.ts';
import type { Lang } from '../../derive/words/lang.ts';
import type { StageView } from '../../protocol/protocol.ts';
import { Clients } from './clients.tsx';
import { NodeCards } from './node-cards.tsx';
import { Defs, Word } from './parts.tsx';
import { SchedulerBox } from './scheduler-box.tsx';

interface PictureProps {
  readonly layout: StageLayout;
  readonly view: StageView;
  readonly trace: TraceBuffer;
  readonly lang: Lang;
  readonly selection: string | undefined;
}

const TONES = { mono: 'm', plain: 'l', now: 'm now' } as const;

export const Picture = memo(function Picture({ layout, view, trace, lang, selection }: PictureProps): ReactElement {
  const words = stageWords(lang);
  const homes = homesOf(view, layout, (ticks) => words.seconds((ticks / 1e6).toFixed(1)));
  const now = nowLines(trace, view, layout);
  const shared = { layout, view, words, now, deed: timingOf(trace).deeds.lastAt(view.step) };
  return (
    <svg width={layout.width} height={layout.height} aria-label={words.stage(view.step)} role="group">
      <Defs />
      <Clients {...shared} />
      <SchedulerBox {...shared} homes={homes} />
      <NodeCards {...shared} selection={selection} />
      {homes.labels.map((label) => (
        <Word key={`${label.x}/${label.y}`} x={label.x} y={label.y} anchor={label.anchor} as={TONES[label.tone]}>
          {label.text}
        </Word>
      ))}
    </svg>
  );
});
