/** The stage as a picture of the whole, for the first screen: what there is, and the first message about to leave. */
import type { ReactElement } from 'react';
import { Stage, type StageProps } from './stage.tsx';

export function GalleryStage(props: Omit<StageProps, 'layout'>): ReactElement {
  return <Stage {...props} layout="simple" />;
}
