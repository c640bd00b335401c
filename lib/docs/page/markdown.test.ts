import { expect, it } from 'vitest';
import { renderMarkdown } from './markdown.ts';

it('a heading that repeats, e.g. in the changelog, has an address of its own', () => {
  const text = '# Changes\n\n## 2\n\n### For operators\n\n## 1\n\n### For operators\n';
  const { html } = renderMarkdown(text, () => undefined);
  const ids = [...html.matchAll(/ id="([\w-]+)"/g)].map(([, id]) => id);
  expect(ids).toEqual(['changes', '2', 'for-operators', '1', 'for-operators-1']);
});
