import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dumpTable, listEncodings } from '#kit/canaries.ts';
import {
  getIdentityHeaders,
  issueUserToken,
  newClient,
  newUser,
  table,
} from '#kit/fixtures.ts';
import { startOwnService } from '#kit/own-service.ts';
import { type StandIn, serveStandIns } from '#kit/provider-stand-ins/stand-in.ts';
import { createProviderStandIn, standInClient } from '#kit/provider-stand-ins/start.ts';
import { send } from '#kit/send.ts';
import { openLocalTable } from '#lib/admin/target.ts';
import { listen } from '#lib/local/host/listen.ts';
import type { LocalService } from '#lib/local/service.ts';
import { sampleTypeId, startSampleProvider } from '#lib/start/sample-provider.ts';
import { addDays } from '#shared/diary/dates.ts';
import { openDataKeys } from '#shared/encryption/configured-data-keys.ts';
import { setClient } from '#shared/provider-client/client-secrets.store.ts';
import { getWebhookPath } from '#shared/provider-client/webhook-address.ts';
import { expectAccessible, loadAxe } from './axe.ts';
import { launchBrowser } from './chromium.ts';
import { expectWellMade, newContext } from './person.ts';

const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());

let browser: Browser;
let service: LocalService;
let standIns: Readonly<Record<'strava' | 'google_health', StandIn>>;
const logLines: string[] = [];

beforeAll(async () => {
  const now = () => service.clock.now();
  standIns = {
    strava: createProviderStandIn('strava', now),
    google_health: createProviderStandIn('google_health', now),
  };
  const gateway = await serveStandIns(Object.values(standIns), disposables);
  const sample = await startSampleProvider('127.0.0.1', 0, undefined, disposables);
  service = await startOwnService({
    environment: { PROVIDER_GATEWAY: gateway, ...sample.environment },
    log: (line) => logLines.push(line),
  });
  disposables.defer(() => service.close());
  await sample.connectTo({
    ...service,
    operatorEnvironment: { ...service.operatorEnvironment, ...sample.environment },
  });
  openLocalTable(service.environment);
  const stores = { table: table(), dataKeys: openDataKeys() };
  for (const type of Object.keys(standIns)) {
    await setClient(stores, { type, ...standInClient, extra_scopes: [] }, new Date());
  }
  browser = await launchBrowser();
  disposables.defer(() => browser.close());
});

/** Starts an application whose page links to the connection of an account, and creates a user. */
async function newApplication() {
  const server = await listen('127.0.0.1', 0, disposables);
  const client = await newClient({ redirect_uris: [`${server.url}/back`] });
  const parameters = { client_id: client.client_id, redirect_uri: client.redirect_uri };
  const query = new URLSearchParams({ ...parameters, state: 'st' });
  const toLink = (typeId: string) =>
    `${service.urls.main}/v7.1/remoteconnectiontype/${typeId}/connect/?${query}`;
  server.handleWith((request, response) => {
    const id = new URL(request.url ?? '', server.url).searchParams.get('type') ?? '';
    const link = toLink(id).replaceAll('&', '&amp;');
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><title>App</title><a href="${link}">Connect</a>`);
  });
  return { url: server.url, client, user: await newUser() };
}

interface DiarySummary {
  items: { duration: number }[];
}

/** A name that only the provider sends. */
const deviceName = 'Canary Watch 9000';

interface ConnectedAccount {
  type: string;
  remote_id: string;
}

/** Adds a run of yesterday to an account. The sample provider has workouts already. */
function addRun({ type, remote_id }: ConnectedAccount): void {
  if (type !== 'strava' && type !== 'google_health') return;
  const now = service.clock.now();
  const start = new Date(now - 86_400_000).toISOString();
  const sport = type === 'strava' ? 'Run' : 'RUNNING';
  const device = deviceName;
  const run = { id: '77', start, offset: 0, duration: 1800, sport, device, changed: now };
  standIns[type].workouts.set(remote_id, new Map([['77', run]]));
}

/** Waits for the sync, and returns the seconds of exercise in the diary of the last 30 days. */
async function sumImported(token: string): Promise<number> {
  await service.drainQueues();
  const today = new Date(service.clock.now()).toISOString().slice(0, 10);
  const path = `/v2/diary/summary?from=${addDays(today, -30)}&to=${today}`;
  const headers = getIdentityHeaders(token);
  const options = { host: 'diary', token, headers } as const;
  const { body } = await send<DiarySummary>(service.urls, 'GET', path, options);
  return body.items.reduce((sum, { duration }) => sum + duration, 0);
}

const phone = { width: 360, height: 740 };

const journeys = [
  { name: 'Sample provider', id: sampleTypeId, allow: 'Erlauben', type: 'sample' },
  { name: 'Strava', id: '7', allow: 'Allow', type: 'strava' },
  { name: 'Google Health', id: '2', allow: 'Allow', type: 'google_health' },
] as const;

describe.each(journeys)('a person with an account at $name', (journey) => {
  it('connects it from an application, returns there, and disconnects it (R6, R5)', async () => {
    const { url, user, client } = await newApplication();
    const context = await newContext(browser, { locale: 'de', viewport: phone });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });

    await page.goto(`${url}/?type=${journey.id}`);
    await page.getByRole('link', { name: 'Connect' }).click();
    await page.locator('#email').fill(user.email);
    await page.locator('#password').fill(user.password);
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: `${journey.name} verbinden` }).waitFor();
    await page.getByText(client.name).waitFor();
    await expectWellMade(page, 'de');
    await page.getByRole('button', { name: 'Weiter' }).click();
    await page.getByRole('button', { name: journey.allow }).click();

    await page.waitForURL(`${url}/back?**`);
    const returned = new URL(page.url()).searchParams;
    expect(returned.get('state')).toBe('st');
    expect(problems.filter((text) => !text.includes('favicon'))).toEqual([]);
    await context.close();

    const connection = `/v7.1/remoteconnection/${returned.get('remote_connection')}/`;
    const token = await issueUserToken(user);
    const read = await send<ConnectedAccount>(service.urls, 'GET', connection, { token });
    expect([read.status, read.body.type]).toEqual([200, journey.type]);

    addRun(read.body);
    const sync = await send(service.urls, 'POST', `${connection}sync/`, { token });
    expect(sync.status).toBe(202);
    const imported = await sumImported(token);
    expect(imported).toBeGreaterThan(0);

    // By then the access token of the provider has expired.
    service.clock.advance(7 * 3600);
    await send(service.urls, 'POST', `${connection}sync/`, { token });
    expect(await sumImported(token)).toBeGreaterThanOrEqual(imported);
    expect((await send(service.urls, 'DELETE', connection, { token })).status).toBe(204);
    await service.drainQueues();
    const revoked = logLines.filter((line) => line.includes('provider_access_revoked'));
    expect(revoked.some((line) => line.includes(`"provider":"${journey.type}"`))).toBe(
      true,
    );
  });
});

it('shows pages without accessibility violations, also if nothing was connected', async () => {
  const { user } = await newApplication();
  const context = await newContext(browser, { locale: 'en' });
  await loadAxe(context);
  const page = await context.newPage();
  const link = `${service.urls.main}/v7.1/remoteconnectiontype/7/connect/`;
  await page.goto(link);
  await page.locator('#email').fill(user.email);
  await page.locator('#password').fill(user.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Connect Strava' }).waitFor();
  await expectAccessible(page, 'en');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.getByRole('heading', { name: 'Strava was not connected' }).waitFor();
  await expectAccessible(page, 'en');

  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('[name=scope]').fill('read');
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText('leave the permission to read activities selected').waitFor();
  await expectAccessible(page, 'en');

  await page.reload();
  await page.getByRole('heading', { name: 'Request expired' }).waitFor();
  await expectAccessible(page, 'en');
  await page.goto(`${service.urls.main}/v7.1/remoteconnectiontype/25/connect/`);
  await page.getByRole('heading', { name: 'Apple Health cannot be connected' }).waitFor();
  await context.close();
});

it('writes no secret or response of a provider to the log, and no secret to the table', async () => {
  const webhook = getWebhookPath('strava', standInClient);
  const report = { object_type: 'activity', object_id: 77, aspect_type: 'create' };
  const json = { ...report, owner_id: 1 };
  expect((await send(service.urls, 'POST', webhook, { json })).status).toBe(200);
  await service.drainQueues();

  const issued = Object.values(standIns).flatMap(({ grants }) => grants.issued);
  expect(issued.length).toBeGreaterThan(8);
  const secrets = [...issued, standInClient.client_secret];
  const findSecrets = (text: string) =>
    secrets.filter((secret) =>
      listEncodings(secret).some((encoding) => text.includes(encoding)),
    );
  const log = logLines.join('\n');
  expect(log).toContain('"event":"sync"');
  expect(findSecrets(log)).toEqual([]);
  expect(log).not.toContain(deviceName);
  expect(findSecrets(await dumpTable())).toEqual([]);
});
