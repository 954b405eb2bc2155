import { useEffect, useRef, useState } from 'react';

/**
 * The latest answer to a question that changes as the person steps. One question is on its way at a time; when it is
 * answered and the question has changed meanwhile, only the newest is asked. The last answer stays until the next is here.
 * @param key undefined = nothing to ask
 */
export function useAsk<T>(key: string | undefined, question: () => Promise<T | undefined>): T | undefined {
  const [answer, setAnswer] = useState<T | undefined>(undefined);
  const latest = useRef({ key, question });
  const busy = useRef(false);
  const shown = useRef(true);

  useEffect(() => {
    latest.current = { key, question };
  });

  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);

  useEffect(() => {
    const isShown = (): boolean => shown.current;
    const ask = async (): Promise<void> => {
      let asked: string | undefined;
      try {
        while (isShown() && latest.current.key !== undefined && latest.current.key !== asked) {
          asked = latest.current.key;
          const value = await latest.current.question();
          if (value !== undefined && isShown()) setAnswer(value);
        }
      } finally {
        // In the turn in which the loop ended: a key that comes in the next one finds nobody asking.
        busy.current = false;
      }
    };
    if (busy.current) return;
    busy.current = true;
    void ask();
  }, [key]);

  return key === undefined ? undefined : answer;
}
