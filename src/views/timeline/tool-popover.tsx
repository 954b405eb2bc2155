/** A tool of the timeline: a button with an icon, and what opens above it. */
import { Popover } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { Icon, type IconName } from '../kit/icons.tsx';
import './tools.css';

interface ToolPopoverProps {
  readonly icon: IconName;
  /** Of what opens. */
  readonly title: string;
  /** Of the button, where it says more than the title. */
  readonly name?: string;
  /** Something is set in it. */
  readonly on?: boolean;
  /** How pages are tested by them: the button, and what opens. */
  readonly testId: string;
  readonly panelId?: string;
  /** Of what opens, for the keys. */
  readonly region?: string;
  readonly children: ReactNode;
}

export function ToolPopover({
  icon,
  title,
  name = title,
  on = false,
  testId,
  panelId,
  region,
  children,
}: ToolPopoverProps): ReactElement {
  return (
    <Popover.Root>
      <Popover.Trigger className={`btn icon ${on ? 'on' : ''}`} aria-label={name} title={name} data-testid={testId}>
        <Icon name={icon} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="pop tl-pop"
          data-region={region}
          side="top"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={title}
          data-testid={panelId}
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The first row of what opens: its heading, or what stands in its place, and the way out. */
export function PopoverHead({
  close,
  children,
}: {
  readonly close: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <div className="row">
      {children}
      <Popover.Close className="btn icon" aria-label={close}>
        <Icon name="close" />
      </Popover.Close>
    </div>
  );
}
