import { type Html, html } from '#shared/html/html.ts';
import { getPageUrl } from './layout.ts';
import type { Heading } from './markdown.ts';

/** A page in the menu beside the content. */
export interface MenuPage {
  name: string;
  title: string;
  /** The sections of the page, which the menu shows below it while it is open. */
  headings: readonly Heading[];
}

/** Pages in the menu, with a title if there are several groups. */
export interface MenuGroup {
  title?: string;
  pages: readonly MenuPage[];
}

/**
 * Renders the menu of a part. It is closed on narrow screens, where it would fill the first screen
 * of every page. On wide ones it can be higher than the window, so that the keyboard must reach it
 * to scroll it.
 */
export function renderMenu(
  label: string,
  groups: readonly MenuGroup[],
  current: string,
): Html {
  const lists = groups.map(({ title, pages }) => {
    const heading = title !== undefined && html`<p>${title}</p>\n`;
    const items = pages.map((page) => renderPage(page, page.name === current));
    return html`${heading}<ul>
${items}</ul>
`;
  });
  return html`<nav class="pages" aria-label="${label}" tabindex="0">
<details>
<summary>${label}</summary>
${lists}</details>
</nav>
`;
}

function renderPage({ name, title, headings }: MenuPage, isCurrent: boolean): Html {
  const attribute = isCurrent && html` aria-current="page"`;
  const link = html`<li><a href="${getPageUrl(name)}"${attribute}>${title}</a>`;
  if (!isCurrent || headings.length === 0) return html`${link}</li>\n`;
  const sections = headings.map(
    ({ id, text }) => html`<li><a href="#${id}">${text}</a></li>\n`,
  );
  return html`${link}
<ul>
${sections}</ul>
</li>
`;
}
