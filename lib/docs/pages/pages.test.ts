import { describe, expect, it } from 'vitest';
import { getResource } from '#shared/contract/endpoint.ts';
import { discoverEndpoints } from '../../endpoints.ts';
import { renderPages } from './pages.ts';

const endpoints = await discoverEndpoints();
const { index, resources } = renderPages(endpoints);
const pages = Object.entries({ index, ...resources });

function findAll(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found);
}

const documentation = '{{main}}/{{version}}/docs/';

/** Finds the documentation page that a link on another page points to. */
function findPage(url: string, current: string): string | undefined {
  if (url === '') return current;
  if (url === documentation) return index;
  if (!url.startsWith(documentation)) return undefined;
  return resources[url.slice(documentation.length).replace(/\/$/, '')];
}

/** Tells whether the page and the anchor of a link exist. */
function isResolved(href: string, current: string): boolean {
  const [url = '', anchor] = href.split('#');
  const page = findPage(url, current);
  if (page === undefined) return false;
  return anchor === undefined || page.includes(`id="${anchor}"`);
}

describe('the documentation', () => {
  it('has a page for every resource', () => {
    const published = endpoints.filter(({ endpoint }) => !endpoint.internal);
    const served = new Set(published.map(({ endpoint }) => getResource(endpoint)));
    expect(Object.keys(resources).toSorted()).toEqual([...served].toSorted());
  });

  it('links from the index to every page', () => {
    for (const resource of Object.keys(resources))
      expect(index).toContain(`href="${documentation}${resource}/"`);
  });

  it('has the maximum size of every body', () => {
    expect(resources.diary).toContain('application/json, at most 256 KB');
    expect(resources.data_source).toContain('application/json, at most 64 KB');
  });
});

describe.each(pages)('the page %s', (_, page) => {
  it('has no broken link', () => {
    const hrefs = findAll(page, /href="([^"]*)"/g);
    expect(hrefs.filter((href) => !isResolved(href, page))).toEqual([]);
  });

  it('describes every link whose type does not name its target', () => {
    expect(page).not.toMatch(
      /_links\.\w+<\/code> <span class="muted">link( with an id)?[,<].*<\/dt>\n(?!<dd>)/,
    );
  });

  it('has unique anchors', () => {
    const ids = findAll(page, / id="([^"]*)"/g);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has no placeholders but the addresses and the version', () => {
    const placeholders = new Set(findAll(page, /\{\{(\w*)\}\}/g));
    expect(
      placeholders.difference(new Set(['main', 'auth', 'diary', 'version'])),
    ).toEqual(new Set());
  });

  it('shows no value that was not rendered', () => {
    expect(page).not.toMatch(/\bundefined\b|\bNaN\b|\[object/);
  });
});
