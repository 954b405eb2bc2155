/** Where the keyboard is while a room lies over the desk: in the room, and afterwards where it was. */
import { useEffect, useState } from 'react';

const focus = (element: HTMLElement): void => {
  element.focus({ preventScroll: true });
};

/** Drawn within the room, once it has come: its heading is read out, and Tab goes on from there. */
export function FocusIn(): undefined {
  useEffect(() => {
    const room = document.getElementById('answer');
    if (room === null || focusHeading(room)) return undefined;
    focus(room);
    // The heading may have to wait for the engine's answer.
    const watch = new MutationObserver(() => {
      if (document.activeElement !== room || focusHeading(room)) watch.disconnect();
    });
    watch.observe(room, { childList: true, subtree: true });
    return () => {
      watch.disconnect();
    };
  }, []);
  return undefined;
}

function focusHeading(room: HTMLElement): boolean {
  const heading = room.querySelector('h1');
  if (heading === null) return false;
  heading.tabIndex = -1;
  focus(heading);
  return true;
}

/** Drawn as long as any room is open: when it goes, what had the focus before has it again. */
export function FocusBack(): undefined {
  // Read while it is drawn: a moment later the desk is inert, and the focus is gone.
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const stage = document.querySelector<HTMLElement>('[data-testid=stage]');
      const back = before instanceof HTMLElement && before !== document.body && before.isConnected ? before : stage;
      if (back !== null) focus(back);
    },
    [before],
  );
  return undefined;
}
