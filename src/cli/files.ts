import { existsSync, readFileSync } from 'node:fs';
import type { SourceFile } from '../protocol/protocol.ts';
import { decodeLink, decodeMomentFile } from '../scenario/link.ts';
import type { Link } from '../scenario/link.ts';
import { BadInput } from './exit.ts';

const LINK = /^(?:https?:\/\/[^#]*)?#(.+)$/s;

/** Reads FILE arguments: paths, "-", Steplane links. A link that names a gallery item reads that item. */
export function readFiles(names: readonly string[]): SourceFile[] {
  return names.map((name) => {
    const fragment = LINK.exec(name)?.[1];
    return fragment === undefined ? readFile(name) : readLink(name, fragment);
  });
}

export function readFile(name: string): SourceFile {
  let data: Uint8Array;
  try {
    data = new Uint8Array(readFileSync(name === '-' ? 0 : name));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new BadInput({ kind: 'bad-scenario', code: 'file-unreadable', params: { name, message: why }, file: name });
  }
  const file = name === '-' ? '<stdin>' : name;
  const moment = momentFile(data);
  return moment?.kind === 'scenario' ? { name: file, data: moment.scenario } : { name: file, data };
}

/** A file that the page's Share wrote holds the scenario as a text of its own. */
function momentFile(data: Uint8Array): Link | undefined {
  const head = Buffer.from(data.subarray(0, 40)).toString();
  return head.startsWith('{"engine":') ? decodeMomentFile(Buffer.from(data).toString()) : undefined;
}

function readLink(name: string, fragment: string): SourceFile {
  const link = decodeLink(fragment);
  if (link === undefined) throw new BadInput({ kind: 'bad-scenario', code: 'link-empty', params: {} });
  if (!link.ok) throw new BadInput(link.problem);
  switch (link.value.kind) {
    case 'scenario':
      return { name: 'link', data: link.value.scenario };
    case 'gallery':
      return readGallery(link.value.name);
    case 'lab':
      throw new BadInput({ kind: 'bad-scenario', code: 'link-of-lab', params: { name: link.value.lab.lab } });
    case 'file':
      throw new BadInput({
        kind: 'bad-scenario',
        code: 'link-needs-file',
        params: { digest: link.value.digest, name },
      });
  }
}

const GALLERY = new URL('../scenario/gallery/', import.meta.url);

export function readGallery(item: string): SourceFile {
  const path = new URL(`${item}.yaml`, GALLERY);
  if (!existsSync(path))
    throw new BadInput({ kind: 'bad-scenario', code: 'link-unknown-scenario', params: { name: item } });
  return { name: `${item}.yaml`, data: readFileSync(path, 'utf8') };
}
