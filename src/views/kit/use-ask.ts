import { useEffect, useRef, useState } from 'react';

/**
 * The latest answer to a question that changes as the person steps. One question is on its way at a time; when it is
 * answered and the question has changed meanwhile, only the newest is asked. The last answer stays until the next is here.
 * @param key undefined = nothing to ask
 */
export function useAsk<T>(key: string | undefined, question: () => Promise<T | undefined>): T | undefined {
  const [answer, setAnswer] = useState<{ readonly key: string; readonly value: T } | undefined>(undefined);
  const latest = useRef({ key, question });
  const busy = useRef(false);
  latest.current = { key, question };

  useEffect(() => {
    let stopped = false;
    const ask = async (): Promise<void> => {
      if (busy.current) return;
      busy.current = true;
      let asked: string | undefined;
      try {
        while (!stopped && latest.current.key !== undefined && latest.current.key !== asked) {
          asked = latest.current.key;
          const value = await latest.current.question();
          if (value !== undefined && !stopped) setAnswer({ key: asked, value });
        }
      } finally {
        busy.current = false;
      }
    };
    void ask();
    return () => {
      stopped = true;
    };
  }, [key]);

  return key === undefined ? undefined : answer?.value;
}
