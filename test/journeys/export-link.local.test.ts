import { beforeAll, describe, expect, it } from 'vitest';
import { readArchive } from '#kit/archive.ts';
import { issueUserToken, newUser, type TestUser } from '#kit/fixtures.ts';
import { buildImageForm, tinyImage } from '#kit/images.ts';
import { startProviderService } from '#kit/provider-service.ts';
import { newId } from '#shared/runtime/ids.ts';

const collection = '/v7.1/user/self/export/';

interface ExportBody {
  state: string;
  files_done: number;
  files_total: number;
  bytes: number;
  _links: { self: [{ href: string }]; download?: [{ href: string }] };
}

interface ExportList {
  _embedded: { export: ExportBody[] };
}

const { service, send } = await startProviderService();

/** Fetches the archive of a link without a token, and follows its redirect. */
async function download(link: string, init: RequestInit = {}): Promise<Response> {
  const redirect = await fetch(`${service.urls.main}${link}`, { redirect: 'manual' });
  expect(redirect.status).toBe(302);
  expect(redirect.headers.get('cache-control')).toBe('no-store');
  return fetch(redirect.headers.get('location') ?? '', init);
}

describe('an export through the API', () => {
  let user: TestUser;
  let token: string;
  let href: string;
  let link: string;
  const read = () => send<ExportBody>('GET', href, { token });

  beforeAll(async () => {
    user = await newUser();
    token = await issueUserToken(user);
    const body = buildImageForm(tinyImage);
    await send('POST', '/v7.1/image/', { token, body });
  });

  it('is written after the request', async () => {
    const created = await send<ExportBody>('POST', collection, { token });
    expect(created.status).toBe(201);
    expect(created.body.state).toBe('queued');
    [{ href }] = created.body._links.self;
    expect(created.headers.get('location')).toBe(href);
    expect((await send('POST', collection, { token })).status).toBe(409);

    await service.drainQueues();
    const { body } = await read();
    // Eight documents, README.txt and diary.csv.
    const fileCount = 11;
    const expected = { state: 'done', files_done: fileCount, files_total: fileCount };
    expect(body).toMatchObject(expected);
    const listed = await send<ExportList>('GET', collection, { token });
    expect(listed.body._embedded.export).toEqual([body]);
    link = body._links.download?.[0].href ?? '';
  });

  it('can be downloaded as a whole or in part', async () => {
    const response = await download(link);
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="fitness-data-[\d-]{10}\.zip"$/,
    );
    const archive = Buffer.from(await response.arrayBuffer());
    expect(archive).toHaveLength((await read()).body.bytes);
    const files = await readArchive(archive);
    const readme = files.get('README.txt')?.toString();
    expect(readme).toContain('Your data at the fitness data service');
    expect([...files.keys()].filter((name) => name.startsWith('images/'))).toEqual([]);

    const partial = await download(link, { headers: { Range: 'bytes=100-' } });
    expect(partial.status).toBe(206);
    expect(Buffer.from(await partial.arrayBuffer())).toEqual(archive.subarray(100));
  });

  it('cannot be downloaded with a link of which any part differs', async () => {
    const other = await newUser();
    const [path = '', secret = ''] = link.split('?secret=');
    const invalidLinks = [
      path,
      `${path}?secret=${secret}a`,
      `${path}?secret=${'a'.repeat(secret.length)}`,
      link.replace(user.user_id, other.user_id),
      link.replace(user.user_id, newId(new Date())),
      link.replace(user.user_id, 'self'),
      link.replace(/export\/[^/]+/, `export/${newId(new Date())}`),
      link.replace(/export\/[^/]+/, 'export/__proto__'),
    ];
    const pages = new Set<string>();
    for (const invalidLink of invalidLinks) {
      const { status, text } = await send('GET', invalidLink);
      expect(status, invalidLink).toBe(404);
      pages.add(text);
    }
    expect(pages.size).toBe(1);

    const redirect = await send('GET', link);
    const signed = redirect.headers.get('location') ?? '';
    const forgedUrls = [
      signed.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'),
      signed.replace(user.user_id, other.user_id),
      signed.replace(/(X-Amz-Signature=)./, '$1g'),
      signed.replace(/&x-id=GetObject/, ''),
    ];
    for (const url of forgedUrls) expect((await fetch(url)).status, url).toBe(403);
    expect((await fetch(signed, { method: 'DELETE' })).status).toBe(403);
    expect((await fetch(signed)).status).toBe(200);
    expect((await fetch(signed.split('?')[0] ?? '')).status).not.toBe(200);
  });

  it('expires after 24 hours, and with it the URL of the last redirect', async () => {
    service.clock.advance(24 * 60 * 60 - 1);
    expect((await download(link)).status).toBe(200);
    const lastRedirect = await send('GET', link);
    service.clock.advance(1);
    const expired = await send('GET', link);
    expect(expired.status).toBe(404);
    expect(expired.text).toContain('Download expired');
    const signed = lastRedirect.headers.get('location') ?? '';
    expect((await fetch(signed)).status).toBe(403);
    expect((await read()).body._links.download).toBeUndefined();
  });
});
