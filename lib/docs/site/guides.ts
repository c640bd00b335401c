import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scopeDescriptions } from '#shared/contract/scopes.ts';
import { root } from '../../paths.ts';
import { type Document, getPageUrl } from '../page/layout.ts';
import { renderMarkdown } from '../page/markdown.ts';
import { renderMenu } from '../page/menu.ts';
import { renderErrorTable } from '../reference/tables.ts';

/** The guides in the order of the menu. `index` is the first page of the documentation. */
const names = [
  'index',
  'make-an-application',
  'getting-started',
  'authorization',
  'sign-in',
  'scopes',
  'scripts',
  'assistants',
  'images',
  'diary',
  'incomplete-days',
  'body',
  'inbox',
  'import-files',
  'what-we-read',
  'connections',
  'events',
  'webhooks',
  'exports',
  'libraries',
  'errors',
  'idempotency-and-limits',
  'limits',
  'usage',
  'changelog',
] as const;

/** Renders the start page and all guides, with the menu of all guides. */
export function renderGuides(): readonly Document[] {
  const guides = names.map((name) => ({
    name,
    ...renderMarkdown(readGuide(name), resolveLink),
  }));
  const pages = guides.filter(({ name }) => name !== 'index');
  return guides.map(({ name, title, html: content }) => {
    const document = { name, title, content: { html: content } };
    if (name === 'index') return document;
    const menu = renderMenu('Guides', [{ pages }], name);
    return { ...document, part: 'guides', menu };
  });
}

/** The releases on the page of the changelog. All of them would make it too large. */
const shownReleases = 3;

/** Reads the latest releases of the changelog of the service, which is a guide, too. */
function readChangelog(): string {
  const text = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const [head = '', ...releases] = text.split(/^(?=## \d)/m);
  const earlier = 'Earlier releases are in `CHANGELOG.md` of the repository.\n';
  return [head, ...releases.slice(0, shownReleases), earlier].join('');
}

/** Reads the Markdown of a guide, and replaces lines such as `{{errors}}` by tables. */
function readGuide(name: string): string {
  if (name === 'changelog') return readChangelog();
  const text = readFileSync(join(root, `docs/guides/${name}.md`), 'utf8');
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
