import { afterAll, beforeAll, expect, it } from 'vitest';
import { soup } from '#kit/event-log.ts';
import { getIdentityHeaders, issueUserToken, newUser } from '#kit/fixtures.ts';
import { startOwnService } from '#kit/own-service.ts';
import { openLocalTable } from '#lib/admin/target.ts';
import type { LocalService } from '#lib/local/service.ts';

const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());

let service: LocalService;
let token: string;

beforeAll(async () => {
  service = await startOwnService();
  disposables.defer(service.close);
  openLocalTable(service.environment);
  token = await issueUserToken(await newUser());
});

async function send<Body>(method: string, url: string, json?: unknown): Promise<Body> {
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    ...getIdentityHeaders(token),
  };
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  const response = await fetch(url, { method, headers, ...body });
  const text = await response.text();
  return JSON.parse(text || '{}');
}

interface Event {
  type: string;
  resource: { type: string; id: string };
  date?: string;
  previous_date?: string;
}

/** Waits until the stream is read, and lists all events. */
async function listEvents(): Promise<Event[]> {
  await service.drainQueues();
  const url = `${service.urls.main}/v7.1/changes/`;
  const { items } = await send<{ items: Event[] }>('GET', url);
  return items;
}

it('the changes of a diary are events of the log, in order and once', async () => {
  const diary = `${service.urls.diary}/v2/diary`;
  const posted = { items: [soup, soup] };
  const { items } = await send<{ items: { id: string }[] }>('POST', diary, posted);
  const [first = '', second = ''] = items.map(({ id }) => id).sort();
  expect(await listEvents()).toMatchObject([
    { type: 'diary_entry.created', resource: { id: first } },
    { type: 'diary_entry.created', resource: { id: second } },
  ]);
  await send('PATCH', `${diary}/${first}`, { date: '2026-11-23' });
  await send('DELETE', `${diary}/${second}`);
  await send('DELETE', `${diary}/${first}`);
  const [, , moved, ...deleted] = await listEvents();
  expect(moved).toMatchObject({
    type: 'diary_entry.updated',
    date: '2026-11-23',
    previous_date: '2026-11-20',
  });
  expect(deleted).toMatchObject([
    { type: 'diary_entry.deleted', resource: { id: second } },
    { type: 'diary_entry.deleted', resource: { id: first } },
  ]);
});
