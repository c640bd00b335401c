import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scopeDescriptions } from '#shared/contract/scopes.ts';
import { type Html, html } from '#shared/html/html.ts';
import { root } from '../../paths.ts';
import { renderErrorTable } from '../reference/tables.ts';
import { getPageUrl, readAssets, renderSitePage, type SitePage } from './layout.ts';
import { type RenderedMarkdown, renderMarkdown } from './markdown.ts';

/** A guide: its name in URLs, and its text. */
interface Guide extends RenderedMarkdown {
  name: string;
}

/** The guides in the order of the menu. `index` is the first page of the documentation. */
const names = [
  'index',
  'getting-started',
  'authorization',
  'scopes',
  'images',
  'diary',
  'connections',
  'exports',
  'errors',
  'idempotency-and-limits',
  'changelog',
] as const;

/** Renders all guides. */
export function renderGuides(): readonly Guide[] {
  return names.map((name) => ({ name, ...renderMarkdown(readGuide(name), resolveLink) }));
}

/**
 * Reads the Markdown of a guide, and replaces lines such as `{{errors}}` by tables. The changelog
 * of the service is a guide, too.
 */
function readGuide(name: string): string {
  const path = name === 'changelog' ? 'CHANGELOG.md' : `docs/guides/${name}.md`;
  const text = readFileSync(join(root, path), 'utf8');
  return text.replaceAll(
    /\{\{(\w+)\}\}\n/g,
    (whole, table) => tables[table]?.() ?? whole,
  );
}

/** Tables that are derived from the code. */
const tables: Readonly<Record<string, () => string>> = {
  scopes: renderScopes,
  errors: () => `${renderErrorTable()}\n`,
};

function renderScopes(): string {
  const rows = Object.entries(scopeDescriptions).map(
    ([scope, description]) => `| \`${scope}\` | ${description} |\n`,
  );
  return rows.join('');
}

/** The pages of the site for files of the repository. */
const pagesByFile: Readonly<Record<string, string>> = {
  '../endpoints.md': 'reference',
  '../../CHANGELOG.md': 'changelog',
};

/**
 * Returns the URL of a link in a guide, or undefined if the site has no page for it. Guides link to
 * files of the repository, so that the links work there, too.
 */
function resolveLink(href: string): string | undefined {
  if (/^(https?:|#)/.test(href)) return href;
  if (href.startsWith('../openapi/')) return `${getPageUrl('index')}openapi.json`;

  const [file = '', anchor] = href.split('#');
  const name = pagesByFile[file] ?? file.replace(/\.md$/, '');
  const isPage = name === 'reference' || names.some((guide) => guide === name);
  if (!isPage) return undefined;
  return anchor === undefined ? getPageUrl(name) : `${getPageUrl(name)}#${anchor}`;
}

/** Renders the page of a guide, with the menu of all guides. */
export function renderGuidePage(guide: Guide, guides: readonly Guide[]): SitePage {
  const style = readAssets('site.css', 'guide.css');
  const script = readAssets('copy.js');
  const isIndex = guide.name === 'index';
  return renderSitePage({
    title: isIndex ? guide.title : `${guide.title} - Fitness data service`,
    part: 'guides',
    style,
    body: renderBody(guide, guides),
    scripts: html`<script>${{ html: script.text }}</script>`,
    loads: ['img-src data:', `style-src ${style.digest}`, `script-src ${script.digest}`],
  });
}

function renderBody(guide: Guide, guides: readonly Guide[]): Html {
  const items = guides.map((other) => renderMenuItem(other, other === guide));
  return html`<div class="columns">
<nav class="guides" aria-label="Guides">
<ul>
${items}</ul>
</nav>
<main id="content">
${{ html: guide.html }}
</main>
</div>`;
}

function renderMenuItem({ name, title, headings }: Guide, isCurrent: boolean): Html {
  const text = name === 'index' ? 'Overview' : title;
  const attribute = isCurrent && { html: ' aria-current="page"' };
  const link = html`<li><a href="${getPageUrl(name)}"${attribute}>${text}</a>`;
  if (!isCurrent || headings.length === 0) return html`${link}</li>\n`;
  const sections = headings.map(
    (heading) => html`<li><a href="#${heading.id}">${heading.text}</a></li>\n`,
  );
  return html`${link}
<ul class="within">
${sections}</ul>
</li>
`;
}
