import { describe, expect, it } from 'vitest';
import { resourceOf } from '#shared/contract/endpoint.ts';
import { discoverEndpoints } from '../../endpoints.ts';
import { makePages } from './pages.ts';

const catalogue = await discoverEndpoints();
const { index, resources } = makePages(catalogue);
const pages = Object.entries({ index, ...resources });

const matches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);
const documentation = '{{main}}/{{version}}/docs/';

/** Whether a link leads to a page of the documentation that is there, and to a place on it that is there. */
function leadsSomewhere(href: string, from: string): boolean {
  const [address = '', anchor] = href.split('#');
  if (address !== '' && !address.startsWith(documentation)) return false;
  const resource = address.slice(documentation.length).replace(/\/$/, '');
  const page = address === '' ? from : resource === '' ? index : resources[resource];
  return page !== undefined && (anchor === undefined || page.includes(`id="${anchor}"`));
}

describe('the documentation', () => {
  it('has a page for every resource', () => {
    const served = new Set(catalogue.map(({ endpoint }) => resourceOf(endpoint)));
    expect(Object.keys(resources).toSorted()).toEqual([...served].toSorted());
  });

  it('leads from the index to every page', () => {
    for (const resource of Object.keys(resources))
      expect(index).toContain(`href="${documentation}${resource}/"`);
  });

  it('says of every endpoint how large its body may be', () => {
    expect(resources.diary).toContain('application/json, at most 256 KB');
    expect(resources.data_source).toContain('application/json, at most 64 KB');
  });
});

describe.each(pages)('the page %s', (_, page) => {
  it('has no link that leads nowhere', () => {
    const hrefs = matches(page, /href="([^"]*)"/g);
    expect(hrefs.filter((href) => !leadsSomewhere(href, page))).toEqual([]);
  });

  it('says what every link means whose type does not', () => {
    expect(page).not.toMatch(
      /_links\.\w+<\/code> <span class="muted">link( with an id)?[,<].*<\/dt>\n(?!<dd>)/,
    );
  });

  it('has no anchor twice', () => {
    const ids = matches(page, / id="([^"]*)"/g);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('leaves nothing open but addresses and the version', () => {
    const slots = new Set(matches(page, /\{\{(\w*)\}\}/g));
    expect(slots.difference(new Set(['main', 'auth', 'diary', 'version']))).toEqual(new Set());
  });

  it('says nothing that was not meant to be said', () => {
    expect(page).not.toMatch(/\bundefined\b|\bNaN\b|\[object/);
  });
});
