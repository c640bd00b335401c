import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { newUser } from '#kit/fixtures.ts';
import { drawCorners, toBytes } from '#kit/image-files.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { newPublicClientId } from '#kit/typed-client.ts';
import { bundleClient } from '#lib/build/client-package.ts';
import { createExampleServer } from '../../examples/browser/serve.ts';
import { launchBrowser } from './chromium.ts';
import { newContext } from './person.ts';

const { urls } = inject('service');
const folder = createTemporaryFolder(afterAll);
const clientFile = join(folder, 'fitness-data-client.js');
const site = createExampleServer(clientFile);
let browser: Browser;
let app: string;

beforeAll(async () => {
  await writeFile(clientFile, await bundleClient());
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  app = `http://127.0.0.1:${(site.address() as AddressInfo).port}/examples/browser/`;
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser.close();
  site.close();
});

/** Signs a new user in to the example, and records its requests. */
async function openExample() {
  const page = await (await newContext(browser, { locale: 'en' })).newPage();
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
  await page.getByRole('button').click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.locator('#app').waitFor();
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

it('signs in, lists, adds, uploads, writes a diary, refreshes and signs out in the example page, and shows a callback that belongs to no sign-in (M13, A21)', async () => {
  const { page, countRefreshes } = await openExample();
  await addSource(page, 'Watch');
  await uploadImage(page);
  await page.getByRole('button', { name: 'Add a run' }).click();
  await page.locator('#week title', { hasText: ': 30 minutes' }).waitFor({
    state: 'attached',
  });
  expect(await page.locator('#week rect').count()).toBe(7);
  expect([await readProblem(page), countRefreshes()]).toEqual(['', 0]);

  await expireTokens(page);
  await page.reload();
  await page.getByText('Watch: Garmin FR-935').waitFor();
  await page.locator('#week rect').nth(6).waitFor({ state: 'attached' });
  expect([await readProblem(page), countRefreshes()]).toEqual(['', 1]);

  const revocation = page.waitForResponse(`${urls.main}/v7.1/oauth2/revoke/`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  expect((await revocation).status()).toBe(200);
  await page.locator('#sign-in').waitFor();
  expect(await page.evaluate('Object.keys(localStorage)')).toEqual(['settings']);

  await page.goto(`${app}?error=access_denied&state=unknown`);
  await page.locator('#sign-in').waitFor();
  expect(await readProblem(page)).toBe('This sign-in was not started here.');
});
