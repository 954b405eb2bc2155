/** What the containers of a Pod report of themselves, read from its YAML: reasons to wait, or how they ended. */
export interface ContainerReport {
  readonly name: string;
  /** "ImagePullBackOff", "CrashLoopBackOff", "Error". */
  readonly reason: string;
  readonly message: string;
}

const NAME = /^ {4,}(?:- )? ?name: (.+)$/;
const STATE = /^ +(?:state|lastState):$/;
const REASON = /^ +reason: (.+)$/;
const MESSAGE = /^ +message: (.+)$/;
const LIST = /^ {2}(?:initContainerStatuses|containerStatuses|ephemeralContainerStatuses):$/;
/** What every new container reports. */
const USUAL: ReadonlySet<string> = new Set(['ContainerCreating', 'PodInitializing', 'Completed']);

/** One item of a list of statuses, as its lines. */
function items(lines: readonly string[]): string[][] {
  const found: string[][] = [];
  for (const line of lines) {
    if (/^ {2,4}- /.test(line)) found.push([line]);
    else found.at(-1)?.push(line);
  }
  return found;
}

function reportOf(lines: readonly string[]): ContainerReport | undefined {
  const first = (pattern: RegExp, from = 0): string => {
    for (const line of lines.slice(from)) {
      const value = pattern.exec(line)?.[1];
      if (value !== undefined) return value.replace(/^(['"])(.*)\1$/, '$2');
    }
    return '';
  };
  const state = lines.findIndex((line) => STATE.test(line) && line.includes('state:'));
  const reason = state < 0 ? '' : first(REASON, state);
  if (reason === '' || USUAL.has(reason)) return undefined;
  return { name: first(NAME) || first(/^ *(?:- )?name: (.+)$/), reason, message: first(MESSAGE, state) };
}

/** @param yaml as `inspect` answers it */
export function containerReports(yaml: string): readonly ContainerReport[] {
  const lines = yaml.split('\n');
  const reports: ContainerReport[] = [];
  lines.forEach((line, i) => {
    if (!LIST.test(line)) return;
    const rest = lines.slice(i + 1);
    const end = rest.findIndex((l) => /^(?: {2})?\S/.test(l) && !/^ {2}- /.test(l));
    for (const item of items(end < 0 ? rest : rest.slice(0, end))) {
      const report = reportOf(item);
      if (report !== undefined) reports.push(report);
    }
  });
  return reports;
}
