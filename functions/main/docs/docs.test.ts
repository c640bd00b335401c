import { describe, expect, it } from 'vitest';
import { call } from '#kit/call.ts';

const links = (page: string) =>
  [...page.matchAll(/href="(http[^"#]*)[^"]*"/g)].map(([, href = '']) => href);

describe.each(['v7.0', 'v7.1'])('the documentation under %s', (version) => {
  it('is a page that requires no token', async () => {
    const { status, headers, text } = await call('GET', `/${version}/docs/`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text).toContain('<h1>Fitness data service</h1>');
  });

  it.each(['/', ''])(
    'has links that resolve, with "%s" at the end of the path',
    async (end) => {
      const { text } = await call('GET', `/${version}/docs/data_source${end}`);
      const hrefs = [...new Set(links(text))];
      expect(hrefs.length).toBeGreaterThan(1);
      for (const href of hrefs) {
        expect(href).toContain(`/${version}/docs/`);
        expect((await fetch(href)).status, href).toBe(200);
      }
    },
  );

  it('shows examples under the same version', async () => {
    const { text } = await call('GET', `/${version}/docs/data_source/`);
    expect(text).toContain(`/${version}/data_source/&#39;`);
    expect(text).not.toContain('{{');
  });
});

describe('a documentation page', () => {
  const path = '/v7.1/docs/device/';

  it('can be cached for five minutes, and revalidated by its ETag', async () => {
    const first = await call('GET', path);
    expect(first.headers.get('cache-control')).toBe('public, max-age=300');
    const tag = first.headers.get('etag') ?? '';
    const again = await call('GET', path, { headers: { 'If-None-Match': tag } });
    expect(again.status).toBe(304);
    expect(again.text).toBe('');
    expect(again.headers.get('etag')).toBe(tag);
  });

  it('loads no external resources and runs no scripts', async () => {
    const { headers, text } = await call('GET', path);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(text).not.toMatch(/<script|src=/);
  });

  it.each(['nothing', 'constructor', '__proto__', 'Device', '%3Cb%3E'])(
    'is 404 for %s',
    async (resource) => {
      const { status, body } = await call('GET', `/v7.1/docs/${resource}/`);
      expect(status).toBe(404);
      expect(body).toMatchObject({
        _links: { documentation: [{ href: '/v7.1/docs/docs/' }] },
      });
    },
  );
});
