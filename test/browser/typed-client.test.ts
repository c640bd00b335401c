import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { newUser } from '#kit/fixtures.ts';
import { drawCorners, toBytes } from '#kit/image-files.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { newPublicClientId } from '#kit/typed-client.ts';
import { bundleClient } from '#lib/build/client-package.ts';
import { createExampleServer } from '../../examples/browser/serve.ts';
import { openBrowser } from './chromium.ts';
import { newContext } from './person.ts';

const { urls } = inject('service');

/** Signs a new user in to the example, and records its requests. */
async function openExample(app: string) {
  const context = await newContext(await openBrowser(), { locale: 'en' });
  const page = await context.newPage();
  const sent: string[] = [];
  page.on('request', (request) => {
    sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  const { email, password } = await newUser();
  await page.goto(app);
  const settings = { ...urls, client_id: await newPublicClientId(app) };
  for (const name of ['main', 'auth', 'diary', 'client_id'] as const)
    await page.locator(`#${name}`).fill(settings[name]);
  await page.getByRole('button', { name: 'Sign in' }).click();

  await page.locator('#email').fill(email);
  await page.locator('#password').fill(password);
  await page.locator('main button').click();
  // A later list must not be replaced by the first one.
  const [listed] = await Promise.all([
    page.waitForResponse(/\/v7\.1\/data_source\//),
    page.getByRole('button', { name: 'Allow' }).click(),
  ]);
  await listed.finished();
  await page.locator('#week rect').nth(6).waitFor({ state: 'attached' });
  // The first request to the token endpoint redeems the code.
  const countRefreshes = () =>
    sent.filter((request) => request === 'POST /v7.1/oauth2/access_token/').length - 1;
  return { page, countRefreshes };
}

async function addSource(page: Page, name: string): Promise<void> {
  await page.locator('#name').fill(name);
  await page.locator('#manufacturer').fill('Garmin');
  await page.locator('#model').fill('FR-935');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText(`${name}: Garmin FR-935`).waitFor();
}

async function uploadImage(page: Page): Promise<void> {
  const buffer = Buffer.from(await toBytes(drawCorners().png()));
  const file = { name: 'cover.png', mimeType: 'image/png', buffer };
  await page.locator('#file').setInputFiles(file);
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.waitForFunction(() => {
    const { document } = globalThis as unknown as {
      document: { querySelector(selector: string): { naturalWidth: number } };
    };
    return document.querySelector('#image').naturalWidth > 0;
  });
}

/** Reads the access token that the example has stored. */
function readAccessToken(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { localStorage } = globalThis as unknown as { localStorage: Storage };
    const key = Object.keys(localStorage).find((name) => name.endsWith(':tokens')) ?? '';
    return JSON.parse(localStorage.getItem(key) ?? '{}').access_token;
  });
}

interface ScriptRequest {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** The parts of a response that a script of the example can read. */
interface ScriptResponse {
  status: number;
  headers: Record<string, string>;
}

/** Sends a request from a script of the page. Throws if the browser blocks it. */
function fetchFrom(page: Page, request: ScriptRequest): Promise<ScriptResponse> {
  return page.evaluate(async ({ url, ...init }) => {
    const response = await fetch(url, init);
    return { status: response.status, headers: Object.fromEntries(response.headers) };
  }, request);
}

/** Sends every kind of request, and reads the headers that a client needs. */
async function expectReadable(page: Page): Promise<void> {
  const headers = {
    Authorization: `Bearer ${await readAccessToken(page)}`,
    'Content-Type': 'application/json',
    'Idempotency-Key': 'one',
  };
  const source = { _embedded: { device: [{ manufacturer: 'Garmin', model: 'FR-935' }] } };
  const url = `${urls.main}/v7.1/data_source/`;
  const creation = { url, method: 'POST', headers, body: JSON.stringify(source) };
  const created = await fetchFrom(page, creation);
  const repeated = await fetchFrom(page, creation);
  expect([created.status, repeated.headers['idempotency-replayed']]).toEqual([
    201,
    'true',
  ]);

  const item = urls.main + created.headers.location;
  const change = { method: 'PUT', headers, body: '{"active": false}' };
  expect((await fetchFrom(page, { url: item, ...change })).status).toBe(200);

  const types = await fetchFrom(page, { url: `${urls.main}/v7.1/activity_type/` });
  expect(types.status).toBe(401);
  expect(types.headers['www-authenticate']).toMatch(
    /^Bearer realm="fitness-data", resource_metadata="http/,
  );

  const account = `${urls.auth}/v7.1/oauth2/account/`;
  await expect(fetchFrom(page, { url: account })).rejects.toThrow('Failed to fetch');
}

/** Replaces the stored access token by one that has expired. */
async function expireTokens(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { localStorage } = globalThis as unknown as { localStorage: Storage };
    for (const key of Object.keys(localStorage)) {
      if (!key.endsWith(':tokens')) continue;
      const tokens = JSON.parse(localStorage.getItem(key) ?? '');
      const expired = { ...tokens, access_token: 'rejected', expires_at: 0 };
      localStorage.setItem(key, JSON.stringify(expired));
    }
  });
}

const readProblem = (page: Page) => page.locator('#problem').textContent();

const clientFile = join(createTemporaryFolder(afterAll), 'fitness-data-client.js');
const site = createExampleServer(clientFile);
let app: string;
beforeAll(async () => {
  await writeFile(clientFile, await bundleClient());
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  app = `http://127.0.0.1:${(site.address() as AddressInfo).port}/examples/browser/`;
});

afterAll(() => void site.close());

it('the typed client signs in, lists, adds, uploads, writes a diary, refreshes and signs out on another origin, whose scripts cannot read the pages of the auth address', async () => {
  const { page, countRefreshes } = await openExample(app);
  await addSource(page, 'Watch');
  await uploadImage(page);
  await page.getByRole('button', { name: 'Add a run' }).click();
  await page.locator('#week title', { hasText: ': 30 minutes' }).waitFor({
    state: 'attached',
  });
  expect(await page.locator('#week rect').count()).toBe(7);
  expect([await readProblem(page), countRefreshes()]).toEqual(['', 0]);

  await expectReadable(page);
  await expireTokens(page);
  await page.reload();
  await page.getByText('Watch: Garmin FR-935').waitFor();
  await page.locator('#week rect').nth(6).waitFor({ state: 'attached' });
  expect([await readProblem(page), countRefreshes()]).toEqual(['', 1]);

  const [revocation] = await Promise.all([
    page.waitForResponse(`${urls.main}/v7.1/oauth2/revoke/`),
    page.getByRole('button', { name: 'Sign out' }).click(),
  ]);
  expect(revocation.status()).toBe(200);
  await page.locator('#sign-in').waitFor();
  expect(await page.evaluate('Object.keys(localStorage)')).toEqual(['settings']);

  await page.goto(`${app}?error=access_denied&state=unknown`);
  await page.locator('#sign-in').waitFor();
  expect(await readProblem(page)).toBe('This sign-in was not started here.');
  await page.context().close();
});
