/** The nouns of a scene. */
import type { StageView, TokenPhase } from '../protocol/protocol.ts';
import type { Point } from './geometry.ts';
import type { LayoutKind, StageLayout } from './layout-types.ts';
import type { LabelSpot } from './lines.ts';
import type { TraceBuffer } from './trace-buffer.ts';
import type { Lang } from './words/lang.ts';

export type ItemKind = 'edge' | 'group' | 'ghost' | 'token' | 'sheet' | 'reply' | 'outline';

export interface SceneItem {
  /** A token's id is its Pod's key; exactly one item of kind "token" has it. */
  readonly id: string;
  readonly kind: ItemKind;
  readonly phase?: TokenPhase;
  /** Middle, in pixels of the stage. */
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  /** What it stands in or travels on: "node/node-a", "queue/active", "line/scheduler/up". */
  readonly group: string;
  readonly text?: string;
  /** now = belongs to this step; selected = the reader's object. */
  readonly emphasis?: 'now' | 'selected';
  /** Edges: the line, arrowhead at its end. */
  readonly points?: readonly Point[];
  /** Edges: where `text` is written, a line each. */
  readonly label?: LabelSpot;
  /** The object that it stands for: "Pod/ns/name". */
  readonly object?: string;
}

export interface Scene {
  readonly step: number;
  readonly progress: number;
  readonly layout: StageLayout;
  /** In painting order. */
  readonly items: readonly SceneItem[];
}

export interface SceneInput {
  /** The view as of `playhead`. */
  readonly before: StageView;
  /** The view as of the next step; the same as `before` at the live edge. */
  readonly after: StageView;
  /** 0 = at `playhead`, 1 = at the next step. */
  readonly progress: number;
  readonly trace: TraceBuffer;
  readonly playhead: number;
  readonly size: { readonly width: number; readonly height: number };
  readonly layout: LayoutKind;
  readonly selection: string | undefined;
  readonly lang: Lang;
  readonly reducedMotion: boolean;
}
