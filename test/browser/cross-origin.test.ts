import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import * as clients from '#functions/auth/client/client.store.ts';
import { run } from '#kit/diary.ts';
import { newUser, table } from '#kit/fixtures.ts';
import { newPkce, type Tokens } from '#kit/oauth-parties.ts';
import { launchBrowser } from './chromium.ts';
import { newContext } from './person.ts';

const { urls } = inject('service');
let browser: Browser;

/** The site of a browser app, which is another origin than the service. */
const site = createServer((_, response) => response.end('The app'));
let callback: string;

beforeAll(async () => {
  browser = await launchBrowser();
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  callback = `http://127.0.0.1:${(site.address() as AddressInfo).port}/callback`;
});

afterAll(async () => {
  await browser.close();
  site.close();
});

interface ScriptRequest {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** What a script of the app can read of a response. */
interface ScriptResponse<Body> {
  status: number;
  headers: Record<string, string>;
  body: Body;
}

/** Sends a request from a script of the page. Throws if the browser blocks it. */
function fetchFrom<Body>(
  page: Page,
  request: ScriptRequest,
): Promise<ScriptResponse<Body>> {
  return page.evaluate(async ({ url, ...init }) => {
    const response = await fetch(url, init);
    const text = await response.text();
    const headers = Object.fromEntries(response.headers);
    return { status: response.status, headers, body: text && JSON.parse(text) };
  }, request);
}

/** Registers a browser app and signs a user in to it. Returns the requests of its scripts. */
async function openApp() {
  const registration = { name: 'Browser app', redirect_uris: [callback] };
  const client = await clients.createPublic(table(), registration, new Date());
  const { client_id } = client;
  const { email, password } = await newUser();
  const page = await (await newContext(browser, { locale: 'en' })).newPage();
  const { code_verifier, announced } = newPkce();
  const query = {
    client_id,
    redirect_uri: callback,
    response_type: 'code',
    ...announced,
  };
  await page.goto(`${urls.auth}/v7.1/oauth2/authorize/?${new URLSearchParams(query)}`);
  await page.locator('#email').fill(email);
  await page.locator('#password').fill(password);
  await page.getByRole('button').click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL(`${callback}?*`);

  const post = <Body>(endpoint: string, form: Record<string, string>) =>
    fetchFrom<Body>(page, {
      url: `${urls.main}/v7.1/oauth2/${endpoint}/`,
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: String(new URLSearchParams({ client_id, ...form })),
    });
  const code = new URL(page.url()).searchParams.get('code') ?? '';
  const grant_type = 'authorization_code';
  const { body: tokens } = await post<Tokens>('access_token', {
    grant_type,
    code,
    code_verifier,
  });
  return { page, client_id, tokens, post };
}

it('lets a browser app of another origin sign in, read, write, refresh and revoke, but keeps the pages of the auth address from its scripts (M13, A21)', async () => {
  const { page, client_id, tokens, post } = await openApp();
  const headers = {
    Authorization: `Bearer ${tokens.access_token}`,
    'Content-Type': 'application/json',
    'Idempotency-Key': 'one',
  };
  const source = { _embedded: { device: [{ manufacturer: 'Garmin', model: 'FR-935' }] } };
  const collection = `${urls.main}/v7.1/data_source/`;
  const creation = { method: 'POST', headers, body: JSON.stringify(source) };
  const created = await fetchFrom(page, { url: collection, ...creation });
  const repeated = await fetchFrom(page, { url: collection, ...creation });
  expect([created.status, repeated.headers['idempotency-replayed']]).toEqual([
    201,
    'true',
  ]);

  const item = urls.main + created.headers.location;
  const change = { method: 'PUT', headers, body: '{"name": "Watch"}' };
  expect((await fetchFrom(page, { url: item, ...change })).status).toBe(200);

  const identity = { 'svc-client-id': client_id, 'svc-user-id': tokens.user_id };
  const entries = await fetchFrom(page, {
    url: `${urls.diary}/v2/diary`,
    method: 'POST',
    headers: { ...headers, ...identity },
    body: JSON.stringify({ items: [run] }),
  });
  expect(entries.status).toBe(201);

  const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
  const refreshed = await post<Tokens>('access_token', refresh);
  expect(refreshed.status).toBe(200);
  expect((await post('revoke', { token: refreshed.body.refresh_token })).status).toBe(
    200,
  );

  const types = await fetchFrom(page, { url: `${urls.main}/v7.1/activity_type/` });
  expect([types.status, types.headers['www-authenticate']]).toEqual([
    401,
    'Bearer realm="fitness-data"',
  ]);

  const account = `${urls.auth}/v7.1/oauth2/account/`;
  await expect(fetchFrom(page, { url: account })).rejects.toThrow('Failed to fetch');
});
