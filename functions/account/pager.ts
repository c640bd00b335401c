import { type Html, html } from '#shared/html/html.ts';
import { accountTexts } from './account.texts.ts';
import type { AccountContext } from './account-context.ts';

/** The pages before and after the shown one. */
interface Neighbors {
  before: { url: string; label: string } | false;
  after: { url: string; label: string } | false;
}

/** Renders the links to the pages before and after the shown one, if there are any. */
export function renderPager(
  { before, after }: Neighbors,
  { language }: AccountContext,
): Html | undefined {
  if (!before && !after) return undefined;
  return html`<nav class="pager" aria-label="${accountTexts[language].pages}">
<span>${before && html`<a rel="prev" href="${before.url}">${before.label}</a>`}</span>
<span>${after && html`<a rel="next" href="${after.url}">${after.label}</a>`}</span>
</nav>
`;
}
