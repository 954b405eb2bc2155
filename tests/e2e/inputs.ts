/** Ways in: what a person drops, pastes or chooses. */
import { load } from 'js-yaml';
import type { Page } from './steplane.ts';
import { dump } from '../fixtures/dumps.ts';

export interface Input {
  readonly name: string;
  readonly data: Uint8Array | string;
}

const bytesOf = ({ data }: Input): Buffer => Buffer.from(data as string);

export const dumpInput = (name: string): Input => dump(name);
export const textOf = ({ data }: Input): string => bytesOf({ name: '', data }).toString('utf8');

/** A copy in order, so that two lists can be compared as sets. */
export const sorted = <T>(list: readonly T[]): T[] => [...list].sort();

/** Drops files on the window, as a file manager does. */
export async function drop(page: Page, ...inputs: readonly Input[]): Promise<void> {
  const files = inputs.map((input) => ({ name: input.name, base64: bytesOf(input).toString('base64') }));
  await page.evaluate((dropped) => {
    const transfer = new DataTransfer();
    for (const { name, base64 } of dropped) {
      transfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
    }
    const target = document.querySelector('[data-testid="drop-zone"]') ?? document.body;
    for (const type of ['dragenter', 'dragover', 'drop']) {
      target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transfer }));
    }
  }, files);
}

export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
  }, text);
}

export async function choose(page: Page, ...inputs: readonly Input[]): Promise<void> {
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(inputs.map((input) => ({ name: input.name, mimeType: '', buffer: bytesOf(input) })));
}

interface DumpedObject {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly deletionTimestamp?: string };
  readonly spec?: { readonly nodeName?: string };
  readonly status?: {
    readonly phase?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string; readonly message?: string }[];
  };
}

/** The objects of a dump, read without any code of the product. */
export function objectsOf(input: Input): readonly DumpedObject[] {
  return (load(textOf(input)) as { items: DumpedObject[] }).items;
}

export const keyOf = ({ kind, metadata: { namespace, name } }: DumpedObject): string =>
  namespace === undefined ? `${kind}/${name}` : `${kind}/${namespace}/${name}`;

/** What a dump says about a Pod, in the words of the contract: the token's phase, and its node. */
export function podRow(pod: DumpedObject): readonly [key: string, phase: string, node: string] {
  const { phase } = pod.status ?? {};
  const node = pod.spec?.nodeName ?? '';
  const word = (): string => {
    if (phase === 'Succeeded') return 'done';
    if (phase === 'Failed') return 'fail';
    if (pod.metadata.deletionTimestamp !== undefined) return 'term';
    if (node !== '') return phase === 'Running' ? 'run' : 'bound';
    // An observed Pod without a node enters the queue with no attempt and waits its turn, whatever it was told before.
    return 'pending';
  };
  return [keyOf(pod), word(), node];
}

export const fitErrorOf = (pod: DumpedObject): string =>
  pod.status?.conditions?.find((c) => c.type === 'PodScheduled' && c.status === 'False')?.message ?? '';
