import type { HTMLAttributes, ReactElement, ReactNode, Ref } from 'react';

interface ScrollRegionProps extends HTMLAttributes<HTMLDivElement> {
  readonly label: string;
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLDivElement>;
  readonly 'data-testid'?: string;
}

/** A panel that scrolls: it has a name and takes the focus, so that the keyboard can scroll it too. */
export function ScrollRegion({ label, children, ref, ...rest }: ScrollRegionProps): ReactElement {
  const region = { ...rest, role: 'region', tabIndex: 0, 'aria-label': label };
  return (
    <div ref={ref} {...region}>
      {children}
    </div>
  );
}
