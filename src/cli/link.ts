import { encodeFileLink, encodeLink } from '../scenario/link.ts';
import { runFiles } from './session.ts';
import type { RunOptions } from './session.ts';

/** `steplane link`: the fragment that opens the page on this moment; put it behind the page's address. */
export function link(names: readonly string[], options: RunOptions & { readonly json?: boolean }): void {
  const { engine, answer } = runFiles(names, options);
  const { world } = engine.cluster;
  const moment = { step: world.step, anchor: '', select: '', view: '', digest: world.digest() };
  const found = encodeLink(answer.scenario, moment) ?? encodeFileLink(moment.digest, String(moment.step));
  if (found.startsWith('#f.')) {
    process.stderr.write('The scenario is too large for a link: this address asks for the file when it is opened.\n');
  }
  console.log(options.json === true ? JSON.stringify({ link: found, characters: found.length }) : found);
}
