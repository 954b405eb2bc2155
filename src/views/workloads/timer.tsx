/** What a timer's manifest gets wrong before any run: version and shell line, faults marked where they stand. */
import type { ReactElement } from 'react';
import {
  apiVersionFault,
  CURED_TIMER,
  FAULTY_TIMER,
  shellFaults,
  shellLine,
  type Found,
} from '../../derive/cron-text.ts';
import type { CalendarView } from '../../protocol/protocol.ts';
import { useWorkloadWords } from './room.ts';

/** The CronJob's own command, and where it has faults a timer that is known for them. */
export function TimerAside({ calendar }: { readonly calendar: CalendarView }): ReactElement {
  const own = useWorkloadWords();
  const line = shellLine(calendar.command);
  const isFaulty = apiVersionFault(calendar.apiVersion).length > 0 || (line !== '' && shellFaults(line).length > 0);
  return (
    <>
      {calendar.command.length > 0 && (
        <section data-testid="timer-own">
          <h2>{own.command}</h2>
          <Manifest
            apiVersion={calendar.apiVersion}
            line={line === '' ? calendar.command.join(' ') : line}
            shell={line !== ''}
          />
        </section>
      )}
      {isFaulty && <Lesson />}
    </>
  );
}

/** Beside a CronJob that has such faults itself: the same ones in a timer that is known for them, and mended. */
function Lesson(): ReactElement {
  const own = useWorkloadWords();
  return (
    <section data-testid="timer-faulty">
      <h2>{own.timer}</h2>
      <p className="i2">{own.timerHint}</p>
      <Manifest apiVersion={FAULTY_TIMER.apiVersion} schedule={FAULTY_TIMER.schedule} line={FAULTY_TIMER.line} shell />
      <h3>{own.cured}</h3>
      <Manifest apiVersion={CURED_TIMER.apiVersion} schedule={CURED_TIMER.schedule} line={CURED_TIMER.line} shell />
      <p className="i2">{own.curedWhy}</p>
    </section>
  );
}

interface ManifestProps {
  readonly apiVersion: string;
  readonly schedule?: string;
  readonly line: string;
  /** A shell reads the line. */
  readonly shell: boolean;
}

function Manifest({ apiVersion, schedule, line, shell }: ManifestProps): ReactElement {
  const own = useWorkloadWords();
  const version = apiVersionFault(apiVersion);
  const faults = shell ? shellFaults(line) : [];
  const codes = [...new Set([...version, ...faults].map(({ fault }) => fault))];
  return (
    <div className="wl-manifest">
      <p className="mono">
        apiVersion: <Marked text={apiVersion} found={version} />
        <br />
        {schedule !== undefined && (
          <>
            schedule: &quot;{schedule}&quot;
            <br />
          </>
        )}
        {shell ? '$ ' : ''}
        <Marked text={line} found={faults} />
      </p>
      {codes.length === 0 ? (
        <p className="t1 i2">{own.noFaults}</p>
      ) : (
        <ol className="wl-faults">
          {codes.map((fault, i) => (
            <li key={fault} data-fault={fault}>
              <b className="num">{i + 1}</b> {own.faultsFound[fault]}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** A text with its faults underlined. */
function Marked({ text, found }: { readonly text: string; readonly found: readonly Found[] }): ReactElement {
  const pieces: ReactElement[] = [];
  let at = 0;
  for (const { fault, from, to } of found) {
    if (from < at) continue;
    pieces.push(<span key={`before ${String(from)}`}>{text.slice(at, from)}</span>);
    pieces.push(
      <mark key={String(from)} data-fault={fault}>
        {text.slice(from, to)}
      </mark>,
    );
    at = to;
  }
  return (
    <>
      {pieces}
      {text.slice(at)}
    </>
  );
}
