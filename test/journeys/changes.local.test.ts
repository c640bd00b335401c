import { afterAll, beforeAll, expect, it } from 'vitest';
import * as processing from '#functions/auth/identity/processing.store.ts';
import type { DiaryItem } from '#kit/diary.ts';
import { run } from '#kit/diary.ts';
import {
  getIdentityHeaders,
  issueUserToken,
  newClient,
  newUser,
  type TestUser,
  table,
} from '#kit/fixtures.ts';
import { startOwnService } from '#kit/own-service.ts';
import { openTokensPage } from '#kit/personal-tokens.ts';
import { type Send, send } from '#kit/send.ts';
import { openLocalTable } from '#lib/admin/target.ts';
import type { LocalService } from '#lib/local/service.ts';
import type { Method } from '#shared/contract/endpoint.ts';

interface ChangePage {
  items: {
    type: string;
    resource: { type: string; id: string };
    date?: string;
    previous_date?: string;
    _links: { resource?: [{ href: string }] };
  }[];
  next_cursor: string;
}

let service: LocalService;
let sendTo: Send;
let user: TestUser;
let token: string;

beforeAll(async () => {
  service = await startOwnService();
  openLocalTable(service.environment);
  sendTo = (...request) => send(service.urls, ...request);
  user = await newUser();
  token = await issueUserToken(user);
});
afterAll(() => service.close());

const list = (cursor: string, reader = token) =>
  sendTo<ChangePage>('GET', `/v7.1/changes/?cursor=${cursor}`, { token: reader });

/** Reads the changes after a cursor, as soon as the stream of the table has delivered them. */
async function readOn(cursor: string, reader = token): Promise<ChangePage> {
  await service.drainQueues();
  return (await list(cursor, reader)).body;
}

const sendToDiary = <Body>(method: Method, path: string, json?: unknown) => {
  const headers = getIdentityHeaders(token);
  const options = { host: 'diary', token, headers } as const;
  return sendTo<Body>(method, `/v2/diary${path}`, {
    ...options,
    ...(json ? { json } : {}),
  });
};

it('an entry that is created, moved and deleted is followed, and so is a data source', async () => {
  const { next_cursor: start } = await readOn('now');
  const { body } = await sendToDiary<{ items: DiaryItem[] }>('POST', '', {
    items: [run],
  });
  const id = body.items[0]?.id ?? '';
  const created = await readOn(start);
  expect(created.items).toMatchObject([
    {
      type: 'diary_entry.created',
      resource: { type: 'diary_entry', id },
      date: run.date,
    },
  ]);
  const href = created.items[0]?._links.resource?.[0].href ?? '';
  expect(href.startsWith(service.urls.diary)).toBe(true);
  const entry = await sendToDiary(
    'GET',
    href.slice(`${service.urls.diary}/v2/diary`.length),
  );
  expect(entry.body).toMatchObject({ id });

  await sendToDiary('PATCH', `/${id}`, { date: '2026-11-22' });
  const moved = await readOn(created.next_cursor);
  expect(moved.items).toMatchObject([
    { type: 'diary_entry.updated', date: '2026-11-22', previous_date: run.date },
  ]);
  await sendToDiary('DELETE', `/${id}`);
  const device = { manufacturer: 'Garmin', model: 'FR-935' };
  const json = { name: 'Watch', _embedded: { device: [device] } };
  await sendTo('POST', '/v7.1/data_source/', { token, json });
  const { items } = await readOn(moved.next_cursor);
  expect(items.map(({ type }) => type)).toEqual([
    'diary_entry.deleted',
    'data_source.created',
  ]);
  expect(items[0]?._links).toEqual({});
  const source = items[1]?._links.resource?.[0].href ?? '';
  expect((await sendTo('GET', source, { token })).body).toMatchObject({ name: 'Watch' });
});

it('a personal access token follows what its scope lets it read', async () => {
  const owner = await openTokensPage({ send: sendTo, urls: service.urls }, user);
  const personal = await owner.create({ 'diary.read': 'yes' });
  const { next_cursor } = await readOn('now', personal);
  await sendToDiary('POST', '', { items: [run] });
  const { items } = await readOn(next_cursor, personal);
  expect(items.map(({ type }) => type)).toEqual(['diary_entry.created']);
});

it('a revoked token is refused, and so is each while the processing is paused', async () => {
  const client = await newClient();
  const revoked = await issueUserToken(user, client);
  const { client_id, client_secret } = client;
  const form = { token: revoked, client_id, client_secret };
  await sendTo('POST', '/v7.1/oauth2/revoke/', { form });
  expect((await list('now', revoked)).status).toBe(401);

  const other = await newUser();
  await processing.restrict(table(), other.user_id, new Date());
  const paused = await list('now', await issueUserToken(other));
  expect([paused.status, paused.text]).toEqual([
    403,
    expect.stringContaining('restricted'),
  ]);
});
