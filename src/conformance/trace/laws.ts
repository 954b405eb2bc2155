/** The laws of writes (engine/invariants), asked of a recorded or simulated run (ROWS, Laws). */
import { Laws, Present, type Facts } from '../../engine/invariants/invariants.ts';
import type { Candidate } from './candidate.ts';

/** @returns a sentence a violation, that begins with the law's name */
export function brokenLaws({ recording, names }: Candidate): readonly string[] {
  const broken: string[] = [];
  const ownerOf = (key: string): string | undefined => names.ownerOf(key);
  const present = new Present(ownerOf);
  for (const [key, object] of recording.base) present.set(key, object);
  let index = 0;
  const laws = new Laws(present, ownerOf, (law, key, facts) => {
    broken.push(`${law}: write ${String(index)} ${names.full(key)} ${factsOf(facts)}`);
  });
  for (const write of recording.writes) {
    const { key, type, object } = write;
    const before = present.get(key);
    index = write.index;
    if (type === 'DELETED') present.delete(key);
    else present.set(key, object);
    laws.note({ id: key, type, object, by: write.by ?? '' }, before);
  }
  return broken;
}

const factsOf = ({ is, wanted, other }: Facts): string =>
  [
    ...(is === undefined ? [] : [`is ${String(is)}`]),
    ...(wanted === undefined ? [] : [`wanted ${String(wanted)}`]),
    ...(other === undefined ? [] : [`because of ${other}`]),
  ].join(', ');
