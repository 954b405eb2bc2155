import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MoreButton, SearchField } from '../../src/views/kit/controls.tsx';

const nothing = (): void => undefined;

test('the button under a short list says what a press brings, and whether it is open', () => {
  const of = (open: boolean): string =>
    renderToStaticMarkup(<MoreButton open={open} onOpen={nothing} more="3 more" fewer="fewer" />);
  expect(of(false)).toBe('<button type="button" class="link t1" aria-expanded="false">3 more</button>');
  expect(of(true)).toBe('<button type="button" class="link t1" aria-expanded="true">fewer</button>');
});

test('a field that filters has a name of its own, beside its placeholder', () => {
  const html = renderToStaticMarkup(<SearchField value="web" onChange={nothing} label="Filter rows" placeholder="…" />);
  expect(html).toMatch(/<label class="search"><svg.*<input class="field" type="search" placeholder="…"/);
  expect(html).toContain('aria-label="Filter rows"');
  expect(html).toContain('value="web"');
});
