import { globSync } from 'node:fs';
import { join, parse } from 'node:path';
import { describe, expect, it } from 'vitest';
import { discoverEndpoints } from '../../endpoints.ts';
import { root } from '../../paths.ts';
import { renderMarkdown } from '../page/markdown.ts';
import { buildReference } from '../reference/reference.ts';
import { renderSite } from './site.ts';

const endpoints = await discoverEndpoints();
const reference = buildReference(endpoints);
const site = renderSite(reference);
const base = 'https://a1b2c3d4e5.execute-api.eu-central-1.amazonaws.com/live';

/** Fills in base URLs that are as long as those of a deployment without domains. */
const fill = (html: string) =>
  html.replaceAll('{{version}}', 'v7.1').replaceAll(/\{\{\w+\}\}/g, base);

const pages = Object.entries(site.pages).map(([name, page]) => ({
  name,
  html: fill(page.html),
}));
const documentation = `${base}/v7.1/docs/`;
const getUrl = (name: string) =>
  name === 'index' ? documentation : `${documentation}${name}/`;

const list = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, found = '']) => found);
const listIds = (html: string) => list(html, / id="([^"]+)"/g);

/** The ids of the elements of each page, by the URL of the page. */
const idsByUrl = new Map(
  pages.map(({ name, html }) => [getUrl(name), new Set(listIds(html))]),
);

/** Returns whether a link within the documentation leads to a page, and to an anchor on it. */
function isResolved(url: string, href: string): boolean {
  const [page = '', anchor] = href.split('#');
  const ids = idsByUrl.get(page === '' ? url : page);
  const isGenerated = /\/docs\/(?:openapi\/|openapi\.json|search\/|explorer\/#)/.test(
    href,
  );
  return isGenerated || (ids !== undefined && (anchor === undefined || ids.has(anchor)));
}

const knownElements = new Set(
  (
    'a b blockquote body br button code dd details div dl dt em figcaption figure form h1 h2 h3 h4 ' +
    'head html input li link main meta nav noscript ol p pre script section span strong style ' +
    'summary svg path table tbody td th thead title tr ul'
  ).split(' '),
);

describe.each(pages)('the page $name of the documentation', ({ name, html }) => {
  it('is smaller than 60 KB', () => {
    expect(Buffer.byteLength(html)).toBeLessThan(60 * 1024);
  });

  it('has links and anchors that resolve', () => {
    const links = list(html, /href="([^"]*)"/g);
    const inside = links.filter(
      (href) => href.startsWith('#') || href.startsWith(documentation),
    );
    expect(inside.length).toBeGreaterThan(2);
    expect(inside.filter((href) => !isResolved(getUrl(name), href))).toEqual([]);
  });

  it('has no id twice', () => {
    const ids = listIds(html);
    expect(ids.length).toBe(new Set(ids).size);
  });

  it('has elements of HTML only, none that a text such as <id> became', () => {
    const elements = list(html, /<([a-z]\w*)/g);
    expect(elements.filter((element) => !knownElements.has(element))).toEqual([]);
  });
});

it('has a page for every guide', () => {
  const guides = globSync('*.md', { cwd: join(root, 'docs/guides') });
  const names = guides.map((file) => parse(file).name);
  expect(names.filter((name) => !(name in site.pages))).toEqual([]);
});

describe('the reference', () => {
  const referencePages = pages.filter(({ html }) =>
    html.includes('aria-label="Reference"'),
  );
  const text = referencePages.map(({ html }) => html).join('');

  it('has every operation with its method, path and errors', () => {
    for (const { endpoint } of reference.entries) {
      const { method, path, summary } = endpoint;
      const version = endpoint.versions.at(-1);
      expect(text).toContain(`>${method}</b> <code>/${version}${path}</code>`);
      expect(text).toContain(`>${summary.replaceAll("'", '&#39;')}</a></h2>`);
    }
  });

  it('has every named schema', () => {
    const ids = new Set(pages.flatMap(({ html }) => listIds(html)));
    const names = Object.keys(reference.schemas);
    const bodies = names.filter((name) => name.endsWith('Input'));
    expect(names.filter((name) => !ids.has(name) && !bodies.includes(name))).toEqual([]);
  });

  it('has the members of bodies with types, constraints and whether they are required', () => {
    expect(text).toContain('<dt><code>duration</code> integer, required</dt>');
    expect(text).toContain('<dd>Seconds. 1 to 604,800.</dd>');
    expect(text).toContain(
      '<code>_embedded.device</code> list of <a href="#DeviceInput">',
    );
  });

  it('names v7.1 as the current version, and v7.0 once', () => {
    expect(text.match(/v7\.0/g)).toHaveLength(1);
  });
});

it('shows HTML in Markdown as text, and no comment', () => {
  const { html } = renderMarkdown('The <id>.\n\n<b>\n\n<!-- note -->', () => undefined);
  expect(html).toContain('The &lt;id&gt;.');
  expect(html).toContain('&lt;b&gt;');
  expect(html).not.toContain('note');
});

it('colors code, and keeps its text and its placeholders', () => {
  const code = `await get('{{main}}/<id>', \`/\${1}\`); // all`;
  const { html } = renderMarkdown(`\`\`\`ts\n${code}\n\`\`\``, () => undefined);
  expect(html).toContain(`<span class="k">await</span> get(<span class="s">`);
  expect(html).toContain('{{main}}/&lt;id&gt;');
  expect(html).toContain('<span class="c">// all</span>');
  expect(html).not.toContain('hljs');
});
