import { gunzipSync } from 'node:zlib';
import { describe, expect, inject, it } from 'vitest';
import { call } from '#kit/call.ts';

const { urls } = inject('service');

const guides = [
  '',
  'getting-started/',
  'authorization/',
  'scopes/',
  'images/',
  'diary/',
  'connections/',
  'exports/',
  'errors/',
  'idempotency-and-limits/',
  'changelog/',
  'reference/',
  'diary-reference/',
];

const linkedPages = new Map<string, Promise<{ status: number; text: string }>>();

/** Fetches a page, once for all pages that link to it. */
function fetchLinked(address: string): Promise<{ status: number; text: string }> {
  const read = async () => {
    const response = await fetch(address);
    return { status: response.status, text: await response.text() };
  };
  const page = linkedPages.get(address) ?? read();
  linkedPages.set(address, page);
  return page;
}

/** Lists the distinct links of a page to this service. */
function listLinks(page: string): string[] {
  const hrefs = [...page.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
  return [...new Set(hrefs)].filter((href) => href.startsWith(urls.main));
}

/** Lists the sections of a page that its own links lead to. */
function listAnchors(page: string): string[] {
  return [...page.matchAll(/href="#([^"]*)"/g)].map(([, id = '']) => id);
}

describe.each(['v7.0', 'v7.1'])('the documentation under %s', (version) => {
  it.each(guides)('has links that resolve on /docs/%s', async (path) => {
    const { status, headers, text } = await call('GET', `/${version}/docs/${path}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text).not.toContain('{{');
    for (const id of listAnchors(text)) expect(text).toContain(`id="${id}"`);
    for (const href of listLinks(text)) {
      const [address = '', id] = href.split('#');
      const isDocumentation = address.includes('/docs/');
      if (isDocumentation) expect(href).toContain(`/${version}/docs/`);
      const { status, text: linked } = await fetchLinked(address);
      expect(status, href).toBe(200);
      // Scalar makes the anchors of its page in the browser.
      if (id && !address.endsWith('/explorer/'))
        expect(linked, href).toContain(`id="${id}"`);
    }
  });

  it.each(['/', ''])('has the page of a resource, with "%s" at the end', async (end) => {
    const { status, text } = await call('GET', `/${version}/docs/data_source${end}`);
    expect(status).toBe(200);
    expect(text).toContain('<h2 id="create-data-source">');
    expect(text).toContain(`curl &#39;${urls.main}/v7.1/data_source/&#39;`);
  });
});

describe('a documentation page', () => {
  const path = '/v7.1/docs/device/';

  it('has an anchor for each sample, named by its section and its language', async () => {
    const { text } = await call('GET', '/v7.1/docs/diary/');
    const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    const parts = ['typescript', 'python', 'curl', 'response'];
    for (const part of parts) expect(ids).toContain(`read-a-day-${part}`);
    expect(ids).toEqual([...new Set(ids)]);
  });

  it('can be cached for five minutes, and revalidated by its ETag', async () => {
    const first = await call('GET', path);
    expect(first.headers.get('cache-control')).toBe('public, max-age=300');
    const tag = first.headers.get('etag') ?? '';
    const again = await call('GET', path, { headers: { 'If-None-Match': tag } });
    expect(again.status).toBe(304);
    expect(again.text).toBe('');
    expect(again.headers.get('etag')).toBe(tag);
  });

  it('allows a guide its own script and style only', async () => {
    const { headers } = await call('GET', '/v7.1/docs/scopes/');
    const policy = headers.get('content-security-policy');
    expect(policy).toMatch(
      /default-src 'none'.*style-src 'sha256-\S+; script-src 'sha256-/,
    );
    expect(policy).not.toMatch(/http|unsafe/);
  });

  it('allows the interactive reference nothing but the CDN and this service', async () => {
    const { headers, text } = await call('GET', '/v7.1/docs/explorer/');
    expect(text).toContain(`${urls.main}/v7.1/docs/openapi/diary.json`);
    const policy = headers.get('content-security-policy') ?? '';
    const hosts = new Set(policy.match(/https?:\/\/[^ ;]+/g));
    expect(hosts).toEqual(new Set([urls.cdn, urls.main, urls.diary]));
  });

  it('to which the interactive reference returns after sign-in loads nothing', async () => {
    const { headers, text } = await call('GET', '/v7.1/docs/signed-in/?code=one');
    expect(text).toContain('This window closes by itself.');
    const policy = headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; img-src data:; style-src 'sha256-/);
    expect(policy).not.toMatch(/http|unsafe/);
  });

  it('is a page with links and the search for a browser that asks for an unknown one', async () => {
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const path = '/v7.1/docs/no-such-page/';
    const page = await call('GET', path, { headers: { accept } });
    expect(page.status).toBe(404);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('vary')).toContain('Accept');
    expect(page.text).toContain('<h1>Page not found</h1>');
    expect(page.text).toContain('role="search"');
    for (const href of listLinks(page.text))
      expect((await fetchLinked(href)).status, href).toBe(200);

    const json = await call('GET', path, { headers: { accept: '*/*' } });
    expect(json.status).toBe(404);
    expect(json.headers.get('content-type')).toBe('application/json');
  });

  it.each(['nothing', 'constructor', '__proto__', 'Device', '%3Cb%3E'])(
    'is 404 for %s',
    async (page) => {
      const { status, body } = await call('GET', `/v7.1/docs/${page}/`);
      expect(status).toBe(404);
      expect(body).toMatchObject({
        _links: { documentation: [{ href: '/v7.1/docs/docs/' }] },
      });
    },
  );
});

describe('the script of the reference', () => {
  it('comes from the CDN, compressed', async () => {
    const response = await fetch(`${urls.cdn}/docs/reference.js`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(await response.text()).toContain('createApiReference');
  });
});

describe('the CDN', () => {
  it('has the typed client as a package, to which the start page leads', async () => {
    const { text } = await call('GET', '/v7.1/docs/');
    const [, address = ''] = /npm install ([^<\s]+)/.exec(text) ?? [];
    expect(address).toBe(`${urls.cdn}/docs/fitness-data-client.tgz`);
    const response = await fetch(address);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/gzip');
    const archive = gunzipSync(await response.arrayBuffer());
    expect(archive.toString('latin1')).toContain('package/dist/types/exports.d.ts');
  });

  it.each(['other.js', 'constructor', '../reference.js'])(
    'has no other file under /docs/: %s',
    async (name) => {
      const response = await fetch(`${urls.cdn}/docs/${name}`);
      expect(response.status).toBe(404);
    },
  );
});

describe('the root of each address', () => {
  const documentation = `${urls.main}/v7.1/docs/`;

  it.each([
    { url: urls.main, page: documentation },
    { url: urls.auth, page: `${urls.auth}/v7.1/oauth2/account/` },
    { url: urls.diary, page: documentation },
    { url: urls.cdn, page: documentation },
  ])(
    'leads to the documentation, or people to their account: $url',
    async ({ url, page }) => {
      for (const method of ['GET', 'HEAD']) {
        const response = await fetch(`${url}/`, { method, redirect: 'manual' });
        expect(response.status).toBe(303);
        expect(response.headers.get('location')).toBe(page);
      }
    },
  );
});
