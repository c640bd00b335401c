import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentationPage } from '#functions/main/documentation/documentation.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderFrame, renderSkipLink } from '#shared/pages/layout.ts';
import { placeholder } from '#shared/pages/placeholders.ts';
import { renderBrand } from '#shared/pages/shell.ts';
import { baseStylesheet, stylesheet } from '#shared/pages/stylesheet.ts';
import { minifyStyles } from '../../styles/minify-styles.ts';

/** The parts of the documentation, to which the links on top of every page lead. */
export type Part = 'guides' | 'reference' | 'explorer';

/** The differences between pages, including those that only the interactive reference has. */
interface PageParts {
  title: string;
  part?: Part | undefined;
  style: InlineAsset;
  body: Html;
  /** Scripts at the end of the body. */
  scripts?: Html;
  /** The sources of the page, as directives of its policy. */
  loads: readonly string[];
  /** The text in the search field. */
  query?: string | undefined;
}

/** Renders a page with the header that all pages share. */
export function renderWithHeader(parts: PageParts): DocumentationPage {
  const { title, style, body, scripts, loads } = parts;
  const page = renderFrame({
    title,
    language: 'en',
    styles: [style.text],
    body: html`${renderSkipLink('en')}${renderHeader(parts)}${body}
${scripts}`,
  });
  const policy = ["default-src 'none'", ...loads, ...closedDirectives].join('; ');
  return { html: page, policy };
}

const closedDirectives = [
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
];

function renderHeader({ part, query = '' }: PageParts): Html {
  const links = topLinks.map(({ text, page, of }) => {
    const current = of === part && html` aria-current="true"`;
    return html`<a href="${getPageUrl(page)}"${current}>${text}</a>\n`;
  });
  // Scalar has a banner of its own, so this is none.
  return html`<nav class="top" aria-label="Documentation">
<div>
${renderBrand({ name: productName }, getPageUrl('index'))}
<div class="sections">
${links}</div>
<form class="search" role="search" action="${getPageUrl('search')}">
<input type="search" name="q" value="${query}" aria-label="Search the documentation"
placeholder="Search" maxlength="200">
<button>Search</button>
</form>
</div>
</nav>
`;
}

const topLinks: readonly { text: string; page: string; of: Part }[] = [
  { text: 'Guides', page: 'getting-started', of: 'guides' },
  { text: 'Reference', page: 'reference', of: 'reference' },
  { text: 'Try it', page: 'explorer', of: 'explorer' },
];

/** A page that reads without a script: all but the interactive reference. */
export interface Document {
  /** The name in URLs. `index` is the start of the documentation. */
  name: string;
  title: string;
  part?: Part;
  /** The list of the pages in the same part. */
  menu?: Html;
  content: Html;
}

const productName = 'Fitness data service';

/** The names of the parts in the titles of their pages. */
const partTitles: Readonly<Record<Part, string>> = {
  guides: 'Guides',
  reference: 'API reference',
  explorer: 'Try it',
};

/** Renders a page with the menu of its part beside its content. */
export function renderDocument(document: Document, query?: string): DocumentationPage {
  const { title, part, menu, content } = document;
  const names = [title, part && partTitles[part], productName];
  const distinct = new Set(names.filter((name) => name !== undefined));
  return renderWithHeader({
    title: [...distinct].join(' - '),
    part,
    query,
    style: pageStyle,
    body: html`<div class="${menu ? 'docs' : 'docs single'}">
${menu}<main id="content">
${content}</main>
</div>`,
    scripts: html`<script>${{ html: copyScript.text }}</script>\n`,
    loads: [
      'img-src data:',
      `style-src ${pageStyle.digest}`,
      `script-src ${copyScript.digest}`,
    ],
  });
}

/** A style or script that a page contains, and the digest by which its policy allows it. */
export interface InlineAsset {
  text: string;
  digest: string;
}

export function toInlineAsset(text: string): InlineAsset {
  const hash = createHash('sha256').update(text).digest('base64');
  return { text, digest: `'sha256-${hash}'` };
}

/** Reads files with styles or scripts of the site, and joins them. */
export function readAssets(...names: readonly string[]): string {
  const files = names.map((name) => join(import.meta.dirname, 'assets', name));
  return files.map((file) => readFileSync(file, 'utf8')).join('');
}

/** The styles of all pages of the service, and those of the documentation. */
export const pageStyles = minifyStyles(
  baseStylesheet + stylesheet + readAssets('docs.css'),
);

const pageStyle = toInlineAsset(pageStyles);
const copyScript = toInlineAsset(readAssets('copy.js'));

/** The URL of the documentation under the version of the request. */
const base = `${placeholder('main')}/${placeholder('version')}/docs/`;

/** Returns the absolute URL of a page of the documentation. `index` is its start. */
export function getPageUrl(name: string): string {
  return name === 'index' ? base : `${base}${name}/`;
}
