import { useEffect, useState, type ReactElement } from 'react';
import { bytes, count } from '../../derive/words/numbers.ts';
import type { Opening } from '../../store/session.ts';
import { Icon } from '../kit/icons.tsx';
import { useSession, useShell, useWords } from '../kit/shell.ts';

const PATIENCE_MILLIS = 300;

/** Nothing before 300 ms; then words with a count, a bar and Cancel. The last picture stays behind it. */
export function OpeningNote(): ReactElement | undefined {
  const opening = useSession((s) => s.opening);
  return opening === undefined ? undefined : <Late opening={opening} />;
}

function Late({ opening }: { readonly opening: Opening }): ReactElement | undefined {
  const words = useWords();
  const { commands } = useShell();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setLate(true);
    }, PATIENCE_MILLIS);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  if (!late) return undefined;
  const known = opening.total > 0;
  const share = known ? Math.min(1, opening.done / opening.total) : 0;
  return (
    <div className="opening" data-testid="opening">
      <Icon name="clock" />
      <div>
        <b className="num">
          {known
            ? words.readingOf(opening.label, bytes(opening.done), bytes(opening.total))
            : words.reading1(opening.label)}
        </b>
        <progress
          className="bar-track"
          aria-label={words.reading1(opening.label)}
          max={1}
          {...(known ? { value: share } : {})}
        />
        <span className="t1 i3 num">{known ? `${count(share * 100)} %` : ''}</span>
      </div>
      <button type="button" className="btn" onClick={commands.cancelOpening}>
        {words.cancel}
      </button>
    </div>
  );
}
