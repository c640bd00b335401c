import { describe, expect, inject, it } from 'vitest';
import { call } from '#kit/call.ts';

const { urls } = inject('service');
const documentation = `${urls.main}/v7.1/docs/`;

const search = (query: string) =>
  call('GET', `/v7.1/docs/search/?q=${encodeURIComponent(query)}`);

/** Lists the addresses of the results, below the documentation. */
function listResults(page: string): string[] {
  const links = page.matchAll(/<li>\n<a href="([^"]*)"/g);
  return [...links].map(([, href = '']) => href.replace(documentation, ''));
}

describe('the search of the documentation', () => {
  it('finds guides, operations and schemas of all interfaces', async () => {
    const { status, headers, text } = await search('diary');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const results = listResults(text);
    expect(results).toContain('diary/');
    expect(results).toContain('diary-reference/#create-diary-entries');
    expect(results).toContain('diary-objects/#DiaryEntry');
    expect(listResults((await search('authorize an application')).text)).toContain(
      'oauth2-reference/#authorize',
    );
  });

  it('ranks titles before headings, and headings before texts', async () => {
    const { text } = await search('scopes');
    const [first, ...others] = listResults(text);
    expect(first).toBe('scopes/');
    const heading = others.indexOf('scopes/#ask-for-scopes');
    const mention = others.indexOf('authorization/');
    expect(heading).toBeGreaterThanOrEqual(0);
    expect(mention === -1 || mention > heading).toBe(true);
  });

  it.each([
    ['pagination', '#pagination', 'Fitness data service: <mark>Pagination</mark>'],
    ['CORS', '#cors', 'Fitness data service: <mark>CORS</mark>'],
    [
      'rate limit',
      'idempotency-and-limits/#rate-limits',
      'Idempotency and <mark>limits</mark>: ',
    ],
    ['delete', 'images/#delete', 'Images: <mark>Delete</mark>'],
    ['SDK', 'libraries/#sdk', 'Libraries and generated clients: <mark>SDK</mark>'],
    ['sandbox', '#a-sandbox', 'Fitness data service: A <mark>sandbox</mark>'],
  ])('answers %s with a section whose page is named first', async (words, path, name) => {
    const { text } = await search(words);
    expect(listResults(text)[0]).toBe(path);
    expect(text).toContain(`/docs/${path}">${name}`);
  });

  it('shows an excerpt with the words marked, and where it is from', async () => {
    const { text } = await search('trailing slash');
    expect(text).toMatch(/<mark>trailing<\/mark> <mark>slash<\/mark> is optional/);
    expect(text).toContain('<span>Guide');
  });

  it('finds the beginnings of words, and words with a typing error', async () => {
    expect(listResults((await search('idempot')).text)).toContain(
      'idempotency-and-limits/',
    );
    expect(listResults((await search('athorization')).text)).toContain('authorization/');
  });

  it('keeps what was searched in its field', async () => {
    const { text } = await search('a "quoted" <word>');
    expect(text).toContain('value="a &quot;quoted&quot; &lt;word&gt;"');
    expect(text).not.toContain('<word>');
  });

  it('says what to do if nothing was found', async () => {
    const { status, text } = await search('zzzzqqqq');
    expect(status).toBe(200);
    expect(text).toContain('<h2>Nothing was found for “zzzzqqqq”</h2>');
    expect(listResults(text)).toEqual([]);
  });

  it.each(['/v7.1/docs/search/', '/v7.1/docs/search/?q=', '/v7.1/docs/search?q=%20'])(
    'asks for words at %s',
    async (path) => {
      const { status, text } = await call('GET', path);
      expect(status).toBe(200);
      expect(text).toContain('Enter the words that you look for');
    },
  );

  it.each([
    'x'.repeat(3000),
    'diary '.repeat(500),
    '{{main}} {{results}} {{query}}',
    '(.*)+$ [^] \\ */',
    '__proto__ constructor',
    '\u0000\u202e\ud83d\ude00 \u{1f3c3}',
    "'; DROP TABLE --",
  ])('is harmless for odd words: %j', async (query) => {
    const { status, text } = await search(query);
    expect(status).toBe(200);
    expect(text).toContain('<h1>Search</h1>');
    expect(text).not.toContain('undefined');
  });

  it('rejects words that are repeated or not UTF-8 with a page', async () => {
    for (const query of ['q=a&q=b', 'q=%ff']) {
      const { status, headers } = await call('GET', `/v7.1/docs/search/?${query}`, {
        headers: { Accept: 'text/html' },
      });
      expect(status).toBe(400);
      expect(headers.get('content-type')).toContain('text/html');
    }
  });

  it('allows nothing but its own style and script', async () => {
    const { headers } = await search('diary');
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).not.toMatch(/http|unsafe/);
  });

  it('is the form of every page', async () => {
    for (const page of ['', 'diary/', 'reference/', 'explorer/']) {
      const { text } = await call('GET', `/v7.1/docs/${page}`);
      expect(text).toContain(
        `<form class="search" role="search" action="${documentation}search/"`,
      );
    }
  });
});
