import { Tabs } from 'radix-ui';
import { lazy, Suspense, type ReactElement } from 'react';
import type { SheetTab } from '../../store/layout.ts';
import { IconButton } from '../kit/controls.tsx';
import { useLayout, useShell, useWords } from '../kit/shell.ts';
import { EventLog } from './event-log.tsx';
import { Inspector } from './inspector.tsx';
import { Legend } from './legend.tsx';
import { Nodes } from './nodes.tsx';
import { ObjectTable } from './object-table.tsx';
import { Story } from './story.tsx';

const Why = lazy(() => import('../answers/why-pending.tsx'));

const TABS: readonly SheetTab[] = ['pod', 'story', 'log', 'nodes', 'why'];
const SIZES = ['peek', 'half', 'full'] as const;

/** The phone's panels: one sheet in three heights, its tabs under the stage. */
export function Sheet(): ReactElement {
  const { layout } = useShell();
  const words = useWords();
  const tab = useLayout((s) => s.sheetTab);
  const size = useLayout((s) => s.sheetSize);
  const at = SIZES.indexOf(size);
  const larger = SIZES[at + 1];
  const smaller = SIZES[at - 1];
  return (
    <section className={`sheet ${size}`} aria-label={words.panels}>
      <Tabs.Root
        value={tab}
        onValueChange={(value) => {
          layout.setSheetTab(TABS.find((t) => t === value) ?? 'pod');
        }}
      >
        <div className="sheet-head">
          <Tabs.List className="tabs" aria-label={words.panels}>
            {TABS.map((value) => (
              <Tabs.Trigger key={value} value={value}>
                {words.tabs[value]}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          <IconButton
            icon="down"
            label={words.sheetSmaller}
            aria-disabled={smaller === undefined}
            onClick={() => {
              if (smaller !== undefined) layout.setSheetSize(smaller);
            }}
          />
          <IconButton
            icon="up"
            label={words.sheetLarger}
            aria-disabled={larger === undefined}
            onClick={() => {
              if (larger !== undefined) layout.setSheetSize(larger);
            }}
          />
        </div>
        <Tabs.Content value="pod" className="sheet-body">
          <Inspector />
        </Tabs.Content>
        <Tabs.Content value="story" className="sheet-body">
          <Story />
          <Legend />
        </Tabs.Content>
        <Tabs.Content value="log" className="sheet-body">
          <EventLog />
        </Tabs.Content>
        <Tabs.Content value="nodes" className="sheet-body">
          <Nodes />
          <ObjectTable />
        </Tabs.Content>
        <Tabs.Content value="why" className="sheet-body">
          <Suspense>
            <Why />
          </Suspense>
        </Tabs.Content>
      </Tabs.Root>
    </section>
  );
}
