import { expect, it } from 'vitest';
import { setClient } from '#functions/connections/provider-credentials/client.store.ts';
import { getWebhookPath } from '#functions/connections/provider-credentials/client.ts';
import { dumpTable, listEncodings } from '#kit/canaries.ts';
import { issueUserToken, newPerson, type TestPerson, table } from '#kit/fixtures.ts';
import { startProviderService, sumImported } from '#kit/provider-service.ts';
import { standInClient } from '#kit/provider-stand-ins/start.ts';
import { newTestBrowser } from '#kit/test-browser.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';

const account = 'account-1';
/** A name that only the provider sends. */
const deviceName = 'Canary Watch 9000';

interface Connection {
  type: string;
  remote_id: string;
  _links: { self: [{ href: string }] };
}

interface ConnectionList {
  _embedded: { remoteconnection: Connection[] };
}

async function setStandInClient(type: string): Promise<void> {
  const stores = { table: table(), dataKeys: openDataKeys() };
  await setClient(stores, { type, ...standInClient, extra_scopes: [] }, new Date());
}

const providerService = await startProviderService();
const { service, send, googleHealth, logLines } = providerService;

/** Adds a run of yesterday to the account. */
function addRun(): void {
  const now = service.clock.now();
  const start = new Date(now - 86_400_000).toISOString();
  const workout = { id: '77', start, offset: 0, duration: 1800, sport: 'RUNNING' };
  const run = { ...workout, device: deviceName, changed: now };
  googleHealth.workouts.set(account, new Map([[run.id, run]]));
}

/** Connects the account as a person in a browser does. */
async function connect(person: TestPerson, token: string) {
  const browser = newTestBrowser(send, service.urls.auth);
  await browser.signIn(person);
  const link = await send('GET', '/v7.1/remoteconnectiontype/2/connect/');
  await browser.open(link.headers.get('location') ?? '');
  await browser.submit({ decision: 'continue' });
  const body = new URLSearchParams({ decision: 'allow', account });
  const init = { method: 'POST', body, redirect: 'manual' } as const;
  const { headers } = await fetch(browser.getDestination(), init);
  const { text } = await browser.open(headers.get('location') ?? '');
  expect(text).toContain('Google Health is connected');
  const list = await send<ConnectionList>('GET', '/v7.1/remoteconnection/', { token });
  return list.body._embedded.remoteconnection;
}

it('an account with PKCE is connected, synchronized with new tokens, and revoked', async () => {
  await setStandInClient('google_health');
  const person = await newPerson();
  const token = await issueUserToken(person);
  addRun();
  const [connection] = await connect(person, token);
  expect(connection).toMatchObject({ type: 'google_health', remote_id: account });
  expect(await sumImported(providerService, token)).toBe(1800);

  // By then the access token of the provider has expired.
  const issuedBefore = googleHealth.grants.issued.length;
  service.clock.advance(7 * 3600);
  const path = connection?._links.self[0].href ?? '';
  expect((await send('POST', `${path}sync/`, { token })).status).toBe(202);
  expect(await sumImported(providerService, token)).toBe(1800);
  expect(googleHealth.grants.issued.length).toBeGreaterThan(issuedBefore);

  expect((await send('DELETE', path, { token })).status).toBe(204);
  await service.drainQueues();
  const revoked = logLines.filter((line) => line.includes('provider_access_revoked'));
  expect(revoked).toEqual([expect.stringContaining('"provider":"google_health"')]);
});

it('no secret or response of a provider is in the log, and no secret in the table', async () => {
  await setStandInClient('strava');
  const webhook = getWebhookPath('strava', standInClient);
  const report = { object_type: 'activity', object_id: 77, aspect_type: 'create' };
  const json = { ...report, owner_id: 1 };
  expect((await send('POST', webhook, { json })).status).toBe(200);
  await service.drainQueues();

  const { issued } = googleHealth.grants;
  expect(issued.length).toBeGreaterThan(2);
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
