import type { ReactElement } from 'react';

export function TimelineSlot(): ReactElement {
  return <div className="tl" data-region="timeline" />;
}
