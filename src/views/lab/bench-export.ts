/** What can be taken along: text for benchstat, a table, a picture. */
import { csv, goText, type Results } from '../../bench/concurrency/page.ts';

const stampOf = ({ stamp }: Results): string => stamp.date.slice(0, 19).replaceAll(':', '-');

/** @returns false where the browser does not allow it; the text is then downloaded instead */
export async function copyGoText(results: Results): Promise<boolean> {
  const text = goText(results);
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    save(`steplane-bench-${stampOf(results)}.txt`, 'text/plain', text);
    return false;
  }
}

export function saveCsv(results: Results): void {
  save(`steplane-bench-${stampOf(results)}.csv`, 'text/csv', csv(results));
}

function save(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 1000);
}

const GAP = 24;
const HEAD = 32;

/** The panels as they stand on the page, one below the other, with colours instead of names of colours. */
export function saveSvg(root: HTMLElement, title: string, language: string): void {
  const style = getComputedStyle(document.documentElement);
  const resolved = (text: string): string =>
    text.replace(/var\((--[\w-]+)\)/g, (_, name: string) => style.getPropertyValue(name).trim());
  let y = HEAD;
  let width = 0;
  const parts: string[] = [];
  for (const panel of root.querySelectorAll<SVGSVGElement>('svg.bench-panel')) {
    const copy = panel.cloneNode(true) as SVGSVGElement;
    copy.setAttribute('y', String(y));
    parts.push(resolved(new XMLSerializer().serializeToString(copy)));
    y += panel.height.baseVal.value + GAP;
    width = Math.max(width, panel.width.baseVal.value);
  }
  const font = `font-family="${style.getPropertyValue('--font-ui').replaceAll('"', "'").replace(/\s+/g, ' ').trim()}"`;
  const escaped = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const head = `<rect width="100%" height="100%" fill="${resolved('var(--surface)')}"/><text x="0" y="16" font-size="11" fill="${resolved('var(--ink)')}">${escaped}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xml:lang="${language}" width="${String(width)}" height="${String(y)}" ${font}>${head}${parts.join('')}</svg>`;
  save('steplane-bench.svg', 'image/svg+xml', svg);
}
