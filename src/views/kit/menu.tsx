import { DropdownMenu } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { Icon } from './icons.tsx';

export interface MenuEntry {
  readonly id: string;
  readonly text: string;
  readonly hint?: string;
  readonly on?: boolean;
  readonly onSelect: () => void;
}

interface MenuProps {
  /** Accessible name of the button. */
  readonly label: string;
  readonly button: ReactNode;
  readonly className?: string;
  readonly groups: readonly { readonly title?: string; readonly entries: readonly MenuEntry[] }[];
}

export function Menu({ label, button, className, groups }: MenuProps): ReactElement {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className={className ?? 'pick'} aria-label={label}>
        {button}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="start" sideOffset={4} collisionPadding={8}>
          {groups.map((group, i) => (
            <DropdownMenu.Group key={group.title ?? i} className="menu-group">
              {group.title !== undefined && <DropdownMenu.Label className="cap">{group.title}</DropdownMenu.Label>}
              {group.entries.map((entry) => (
                <DropdownMenu.Item key={entry.id} className="menu-item" onSelect={entry.onSelect}>
                  <span className="menu-mark">{entry.on === true && <Icon name="check" />}</span>
                  <span className="ell">{entry.text}</span>
                  {entry.hint !== undefined && <span className="menu-hint num">{entry.hint}</span>}
                </DropdownMenu.Item>
              ))}
            </DropdownMenu.Group>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
