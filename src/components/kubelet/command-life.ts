/**
 * What a container's command says of its own end. No process runs here, so a command is read, not carried out: "sleep N" ends
 * after N seconds, with code C where "; exit C" follows; "exit C", "true" and "false" end at once, as does what no shell can
 * read. Any other command, and one that loops, runs for ever. Pure.
 */
import type { Container } from '../../model/objects.ts';

export interface Life {
  readonly seconds: number;
  readonly exitCode: number;
}

const SLEEP = /(?:^|[\s;/&(])sleep\s+(\d+(?:\.\d+)?)([smhd]?)(?=$|[\s;&|)])/;
const EXIT = /;\s*exit\s+(\d+)/;
const LOOP = /(?:^|[\s;])(?:while|until|for)\s/;
/** Of a shell, or by itself; words that are only said before it take no time. */
const AT_ONCE =
  /^(?:\S*sh\s+-\w*c\s+)?\s*(?:echo\s[^;&|]*(?:;|&&)\s*)*(?:exit\s+(\d+)|(?:\S*\/)?(true|false))\s*;?\s*$/;
const UNIT: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

const words = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((word): word is string => typeof word === 'string') : [];

/** @returns undefined where it runs for ever */
export function lifeOf(container: Container): Life | undefined {
  return lifeOfCommand([...words(container['command']), ...words(container['args'])]);
}

function lifeOfCommand(command: readonly string[]): Life | undefined {
  const text = command.join(' ');
  if (SHELL.test(text) && isUnreadable(text.replace(SHELL, ''))) return SYNTAX_ERROR;
  const sleep = SLEEP.exec(text);
  if (sleep === null) return lifeAtOnce(text);
  if (LOOP.test(text)) return undefined;
  const seconds = Number(sleep[1]) * (UNIT[sleep[2] ?? ''] ?? 1);
  const exit = EXIT.exec(text.slice(sleep.index));
  return { seconds, exitCode: exit === null ? 0 : Number(exit[1]) % 256 };
}

const SHELL = /^(?:\S*\/)?(?:a|ba|da|z)?sh\s+-\w*c\s/;
/** What dash, bash and busybox exit with where they cannot read what -c says. */
const SYNTAX_ERROR: Life = { seconds: 0, exitCode: 2 };

/** A quote or a parenthesis that is never closed, or a parenthesis that was never opened. */
function isUnreadable(script: string): boolean {
  // A pattern of `case` closes what nothing opened.
  if (/(?:^|[\s;])case\s/.test(script)) return false;
  const quotesGone = script.replace(/\\./gs, '').replace(/'[^']*'|"[^"]*"/g, '');
  if (/['"]/.test(quotesGone)) return true;
  let open = 0;
  for (const letter of quotesGone) {
    if (letter === '(') open++;
    else if (letter === ')' && --open < 0) return true;
  }
  return open > 0;
}

function lifeAtOnce(text: string): Life | undefined {
  const found = AT_ONCE.exec(text);
  if (found === null) return undefined;
  const [, code, word] = found;
  return { seconds: 0, exitCode: code === undefined ? Number(word === 'false') : Number(code) % 256 };
}

interface Lifecycle {
  readonly preStop?: {
    readonly sleep?: { readonly seconds?: number };
    readonly exec?: { readonly command?: unknown };
  };
}

/** How long a container's preStop hook takes, in seconds: its sleep, or what its command says. 0 without one. */
export function preStopSeconds(container: Container): number {
  const hook = (container['lifecycle'] as Lifecycle | undefined)?.preStop;
  if (hook?.sleep?.seconds !== undefined) return hook.sleep.seconds;
  return lifeOfCommand(words(hook?.exec?.command))?.seconds ?? 0;
}

/** As Go prints a time.Duration of whole seconds: "10s", "1m20s", "5m0s". */
export function durationText(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  if (hours > 0) return `${hours}h${minutes}m${rest}s`;
  return minutes > 0 ? `${minutes}m${rest}s` : `${rest}s`;
}
