import type { StageLayout } from '../../derive/layout-types.ts';
import type { StageWords } from '../../derive/stage-words.ts';
import type { StageView } from '../../protocol/protocol.ts';

export interface PictureProps {
  readonly layout: StageLayout;
  readonly view: StageView;
  readonly words: StageWords;
  /** Lines on which something of this step travels. */
  readonly now: ReadonlySet<string>;
  /** What a person did last: "apply web". */
  readonly deed: string;
}
