/** Small things that every part of the room uses. */
import { readFocus, writeFocus, type RoomFocus } from '../../derive/api-server.ts';
import { apiServerWords, type ApiServerWords } from '../../derive/words/api-server.ts';
import { useLayout, useSession, useShell, type Shell } from '../kit/shell.ts';

export const useRoomWords = (): ApiServerWords => apiServerWords(useLayout((s) => s.language));

export const useFocus = (): RoomFocus => {
  const focus = useSession((s) => s.focus);
  return readFocus(focus);
};

export const goTo = ({ session }: Pick<Shell, 'session'>, focus: RoomFocus): void => {
  session.setView('api-server', writeFocus(focus));
};

export function useGo(): (focus: RoomFocus) => void {
  const shell = useShell();
  return (focus) => {
    goTo(shell, focus);
  };
}
