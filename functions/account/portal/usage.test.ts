import { describe, expect, inject, it } from 'vitest';
import { readUsage } from '#functions/auth/client/usage.store.ts';
import { callHandler } from '#kit/call-handler.ts';
import {
  getIdentityHeaders,
  issueUserToken,
  newClient,
  newOwnClient,
  newPerson,
  table,
} from '#kit/fixtures.ts';
import { readLimitFields } from '#kit/limit-fields.ts';
import { newTestBrowser } from '#kit/test-browser.ts';
import { listReadMarks } from '#shared/quota/read-marks.ts';
import { useKeys } from '#shared/quota/use.keys.ts';
import type { Use } from '#shared/quota/use.store.ts';
import type { Key } from '#shared/table/keys.ts';

const { urls } = inject('service');
const missingEntry = '01k9wq3d5gaaaaaaaaaaaaaaaa0020261105e';

/** An application with an owner and a user, and requests of that user. */
async function newUsedApplication() {
  const owner = await newPerson();
  const user = await newPerson();
  const client = await newOwnClient(owner.user_id);
  const token = await issueUserToken(user, client);
  const headers = getIdentityHeaders(token);
  const get = (path: string, host: 'main' | 'diary' = 'diary') =>
    callHandler('GET', path, { host, token, headers });
  const usage = () => readUsage(table(), client.client_id, new Date());
  return { owner, user, client, get, usage };
}

describe('the usage of an application', () => {
  it('counts its requests by endpoint and status, its people, and notes its errors', async () => {
    const { get, usage } = await newUsedApplication();
    await get('/v2/diary?entry_date=2026-11-05');
    await get('/v7.1/user/self/', 'main');
    await get(`/v2/diary/${missingEntry}`);
    const { days, responses, errors } = await usage();
    const counts = { requests: 3, succeeded: 2, refused: 1, failed: 0 };
    expect(days).toMatchObject([{ ...counts, people: 1 }]);
    expect(responses).toEqual([
      { endpoint: 'GET /diary', status: 200, count: 1 },
      { endpoint: 'GET /diary', status: 404, count: 1 },
      { endpoint: 'GET /user', status: 200, count: 1 },
    ]);
    expect(errors).toMatchObject([
      { endpoint: 'GET /diary/{id}', status: 404, code: 'not_found' },
    ]);
  });

  it('has no personal data', async () => {
    const { user, client, get } = await newUsedApplication();
    await get('/v2/diary?entry_date=2026-11-05');
    await get(`/v2/diary/${missingEntry}`);
    const { pk } = useKeys.clientUse(client.client_id, '');
    const items = await table().query<Key & Use>({ pk, prefix: 'USE#' });
    const text = JSON.stringify(items, (_, value) =>
      value instanceof Set ? [...value] : value,
    );
    expect(text).toContain('GET /diary 404');
    for (const personal of [user.user_id, user.username, missingEntry, '2026-11-05'])
      expect(text).not.toContain(personal);
  });

  it('agrees with the fields about limits, but for what functions owe', async () => {
    const { get, usage } = await newUsedApplication();
    const count = 30;
    for (let sent = 1; sent < count; sent += 1) await get('/v2/diary');
    const fields = readLimitFields(await get('/v2/diary'));
    const { policies = [], limits = [] } = fields ?? {};
    const policy = policies.find(({ policy: name }) => name === limits[0]?.policy);
    expect(Number(policy?.q) - Number(limits[0]?.r)).toBe(count);
    const { taken } = await usage();
    expect(taken.day).toBeLessThanOrEqual(count);
    expect(taken.day).toBeGreaterThan(count - 20);
  });

  it('is on the page of its owner, in both languages, and on no page of others', async () => {
    const { owner, user, client, get } = await newUsedApplication();
    await get(`/v2/diary/${missingEntry}`);
    const url = `${urls.auth}/v7.1/oauth2/account/portal/?id=${client.client_id}`;
    const browser = newTestBrowser(callHandler, urls.auth);
    await browser.signIn(owner);
    const { text } = await browser.open(url);
    expect(text).toContain('<h2>Usage of the last 30 days</h2>');
    expect(text).toContain('GET /diary/{id}');
    const other = newTestBrowser(callHandler, urls.auth);
    await other.signIn(user);
    expect((await other.open(url)).status).toBe(404);
  });
});

/** Lists the items that count what clients do for a user. */
function listUses(user_id: string) {
  const { pk } = useKeys.userUse(user_id, '');
  return table().query<Key & Use>({ pk, prefix: 'USE#' });
}

describe('a read with a token of a user', () => {
  it.each(['GET', 'POST'] as const)(
    'leaves a mark if it asks who has signed in by %s',
    async (method) => {
      const [user, client] = await Promise.all([newPerson(), newClient()]);
      const token = await issueUserToken(user, client, 'openid');
      await callHandler(method, '/v7.1/openid/userinfo/', { token });
      const marks = (await listUses(user.user_id)).flatMap(listReadMarks);
      expect(marks).toEqual([{ kind: 'profile', reads: 1 }]);
    },
  );

  it('leaves a mark with the dates that it is about, and an error leaves none', async () => {
    const { user, client, get } = await newUsedApplication();
    await get('/v2/diary/summary?from=2026-10-01&to=2026-10-31');
    await get('/v2/diary?entry_date=2026-11-05');
    await get('/v7.1/data_source/', 'main');
    await get('/v7.1/device/garmin_connect/', 'main');
    await get(`/v2/diary/${missingEntry}`);
    await get('/v7.1/activity_type/1/', 'main');
    const items = await listUses(user.user_id);
    expect(items.map(({ sk }) => sk.split('#')[2])).toEqual([client.client_id]);
    expect(items.flatMap(listReadMarks)).toEqual([
      {
        kind: 'diary',
        reads: 2,
        earliest_date: '2026-10-01',
        latest_date: '2026-11-05',
      },
      { kind: 'data_sources', reads: 2 },
    ]);
  });
});
