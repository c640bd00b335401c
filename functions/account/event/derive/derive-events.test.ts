import { beforeEach, describe, expect, it } from 'vitest';
import { type ItemKind, itemKinds, keys } from '#functions/account/item-kinds.ts';
import * as entries from '#functions/diary/entry/entry.store.ts';
import { fileImportKeys } from '#functions/diary/file-import/file-import.keys.ts';
import { measurementKeys } from '#functions/diary/measurement/measurement.keys.ts';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { dataSourceKeys } from '#functions/main/data-source/data-source.keys.ts';
import { imageKeys } from '#functions/main/image/image.keys.ts';
import { callHandlerAs } from '#kit/call-handler.ts';
import { soup } from '#kit/event-log.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import { addConnection, importedRun, importWorkout } from '#kit/imported-workouts.ts';
import { recordChanges } from '#kit/recorded-changes.ts';
import type { SendOptions } from '#kit/send.ts';
import { buildChangeRecord } from '#kit/stream-records.ts';
import { toServicePrincipal } from '#shared/auth/principal.ts';
import type { Key } from '#shared/table/keys.ts';
import { eventKeys } from '../event.keys.ts';
import type { StoredEvent } from '../event.ts';
import { deriveEvents } from './derive-events.ts';

/** Texts that no event has. */
const secrets = ['Ann', 'Soup', '4711', 'ann@example.com'];

/** Derives the events of the change of an item, without their ids and times. */
function derive(images: { before?: Key; item?: Key }): Partial<StoredEvent>[] {
  const events = deriveEvents(buildChangeRecord(images))?.events ?? [];
  for (const secret of secrets) expect(JSON.stringify(events)).not.toContain(secret);
  return events.map(({ id: _, timestamp: __, ...event }) => event);
}

const source = {
  ...dataSourceKeys.dataSource('ann', 's'),
  id: 's',
  name: 'Ann',
  active: true,
  serial_number: '4711',
  device: { id: 'acme', manufacturer: 'Acme', model: 'Soup' },
  priorities: {},
};
const ofSource = { resource: { type: 'data_source', id: 's' } };
const ofPriority = { resource: { type: 'data_source_priority', id: 'activity-s' } };

describe('the events of a data source', () => {
  it('are its creation and its changes', () => {
    const renamed = { ...source, name: 'Ann 2', write_id: '1' };
    expect(derive({ item: source })).toEqual([
      { type: 'data_source.created', ...ofSource },
    ]);
    expect(derive({ before: source, item: renamed })).toEqual([
      { type: 'data_source.updated', ...ofSource },
    ]);
  });

  it('are not made by what nobody sees', () => {
    const rewritten = { ...source, write_id: '1' };
    expect(derive({ before: source, item: rewritten })).toEqual([]);
    expect(derive({ before: source })).toEqual([]);
  });

  it('name the provider whose sync made it', () => {
    const item = { ...source, remote_connection_type: 'polar' };
    expect(derive({ item })).toMatchObject([{ remote_connection_type: 'polar' }]);
  });

  it('are those of its priorities', () => {
    const preferred = { ...source, priorities: { activity: '2026-11-20' } };
    const inactive = { ...source, active: false };
    expect(derive({ before: source, item: preferred })).toEqual([
      { type: 'data_source_priority.updated', ...ofPriority },
    ]);
    expect(derive({ before: preferred, item: inactive })).toEqual([
      { type: 'data_source.updated', ...ofSource },
      { type: 'data_source_priority.deleted', ...ofPriority },
    ]);
  });
});

describe('the events of a remote connection', () => {
  const connection = {
    ...originKeys.remoteConnection('ann', 'c'),
    id: 'c',
    type: 'polar',
    remote_id: '4711',
  };
  const resource = { type: 'remote_connection', id: 'c' };

  it('are its creation, its status and its removal', () => {
    const refused = { ...connection, status: 'reauthorization_required' };
    expect(derive({ item: connection })).toEqual([
      { type: 'remote_connection.created', resource },
    ]);
    expect(derive({ before: connection, item: refused })).toEqual([
      { type: 'remote_connection.updated', resource },
    ]);
    expect(derive({ before: connection })).toEqual([
      { type: 'remote_connection.deleted', resource },
    ]);
  });

  it('are not made by a sync that changes nothing', () => {
    const synced = {
      ...connection,
      status: 'connected',
      last_sync_time: '2026-11-20T12:00:00Z',
      sync_cursor: '1',
    };
    expect(derive({ before: connection, item: synced })).toEqual([]);
  });
});

describe('the events of an import', () => {
  const job = {
    ...fileImportKeys.importJob('ann', 'i'),
    id: 'i',
    state: 'running',
    name: 'Ann',
    files_done: 0,
  };
  const resource = { type: 'import', id: 'i' };

  it('are its beginning, its end and its removal', () => {
    const done = { ...job, state: 'done' };
    expect(derive({ item: job })).toEqual([{ type: 'import.created', resource }]);
    expect(derive({ before: job, item: done })).toEqual([
      { type: 'import.updated', resource },
    ]);
    expect(derive({ before: done })).toEqual([{ type: 'import.deleted', resource }]);
  });

  it('are not made by its progress', () => {
    const later = { ...job, files_done: 1 };
    expect(derive({ before: job, item: later })).toEqual([]);
  });

  it('are not made by the items that belong to it', () => {
    const lines = { ...fileImportKeys.importLines('ann', 'i'), files: [] };
    const counts = { ...fileImportKeys.runningImports('ann'), count: 1 };
    expect([derive({ item: lines }), derive({ item: counts })]).toEqual([[], []]);
  });
});

const kindsWithEvents: readonly string[] = [
  'diaryDay',
  'dataSource',
  'image',
  'remoteConnection',
  'importJob',
  'measurements',
] satisfies ItemKind[];
const otherKinds = Object.keys(itemKinds).filter(
  (kind) => !kindsWithEvents.includes(kind),
) as ItemKind[];

it.each(otherKinds)('a change of another kind of item makes no event: %s', (kind) => {
  expect(derive({ item: keys[kind]('ann', '2026-11-20') })).toEqual([]);
});

it('an item that a sync has made names its provider in events, whatever its kind', () => {
  const image = { ...imageKeys.image('p'), id: 'p', user_id: 'ann' };
  const item = { ...image, remote_connection_type: 'polar' };
  expect(derive({ item })).toMatchObject([{ remote_connection_type: 'polar' }]);
});

it('a month of measurements makes one event with the days that have changed', () => {
  const key = measurementKeys.measurements('ann', 'weight#2026-11');
  const origins = { a1: { kind: 'application', client_id: 'phone' } };
  const build = (values: object) => ({ ...key, origins, values, deleted: {} });
  const stays = { date: '2026-11-01', value: 80 };
  const before = build({ 'a1 1': stays, 'a1 2': { date: '2026-11-20', value: 81 } });
  const item = build({ 'a1 1': stays, 'a1 3': { date: '2026-11-05', value: 82 } });
  expect(derive({ before, item })).toEqual([
    {
      type: 'measurements.updated',
      resource: { type: 'measurements', id: 'weight' },
      date: '2026-11-05',
      last_date: '2026-11-20',
    },
  ]);
  const rewritten = { ...before, write_id: '1' };
  expect(derive({ before, item: rewritten })).toEqual([]);
  const other = { imports: ['i'], sequence: 2, read_at: 3, source_name: 'Scale' };
  const again = build({ 'a1 1': { ...stays, ...other } });
  expect(derive({ before: build({ 'a1 1': stays }), item: again })).toEqual([]);
});

it('measurements of a connection make an event for whom its provider is not hidden', () => {
  const key = measurementKeys.measurements('ann', 'weight#2026-11');
  const connection = { kind: 'connection', remote_connection_type: 'withings' };
  const values = { 'c1 1': { date: '2026-11-01', value: 80 } };
  const before = { ...key, origins: { c1: connection }, values, deleted: {} };
  const item = { ...key, origins: {}, values: {}, deleted: {} };
  expect(derive({ before, item })).toMatchObject([
    { remote_connection_type: 'withings', date: '2026-11-01', last_date: '2026-11-01' },
  ]);
});

it('a new image and its deletion make an event in the log of its owner', () => {
  const item = { ...imageKeys.image('p'), id: 'p', user_id: 'ann', href: 'Ann' };
  const derived = deriveEvents(buildChangeRecord({ item }));
  expect(derived).toMatchObject({
    user_id: 'ann',
    events: [{ type: 'image.created', resource: { type: 'image', id: 'p' } }],
  });
  const resource = { type: 'image', id: 'p' };
  expect(derive({ before: item })).toEqual([{ type: 'image.deleted', resource }]);
  const rewritten = { ...item, write_id: '1' };
  expect(derive({ before: item, item: rewritten })).toEqual([]);
  const sizes = { ...imageKeys.imageVariants('p'), sizes: new Set(['w_1']) };
  expect(derive({ item: sizes })).toEqual([]);
});

it('items of service principals and the rows of the log make no events', () => {
  const principal = toServicePrincipal('client');
  const key = dataSourceKeys.dataSource(principal, 's');
  expect(derive({ item: { ...source, ...key } })).toEqual([]);
  const row = { ...eventKeys.eventRow('ann', '1'), events: [], ttl: 1 };
  const head = { ...eventKeys.eventLog('ann'), sequence: 1 };
  expect([derive({ item: row }), derive({ item: head })]).toEqual([[], []]);
});

it('a record makes the same events each time, with the time of the write', () => {
  const record = buildChangeRecord({ item: source });
  const [event] = deriveEvents(record)?.events ?? [];
  expect(deriveEvents(structuredClone(record))?.events).toEqual([event]);
  expect(event?.id).toMatch(new RegExp(`^evt_${record.eventID}_[\\w-]{11}$`));
  expect(event?.timestamp).toBe('2026-11-18T11:06:40.000Z');
});

it('the ids of the events of a record do not tell how many there are', () => {
  const preferred = { ...source, priorities: { activity: '2026-11-20' } };
  const images = { before: source, item: { ...preferred, name: 'Ann 2' } };
  const { events = [] } = deriveEvents(buildChangeRecord(images)) ?? {};
  const suffixes = events.map(({ id }) => id.split('_').slice(2).join('_'));
  expect(new Set(suffixes).size).toBe(2);
  for (const suffix of suffixes) expect(suffix).toHaveLength(11);
});

describe('the events of a diary', () => {
  let user_id: string;
  beforeEach(async () => {
    ({ user_id } = await newPerson());
  });

  /** Sends a request, and derives the events of what it changes. */
  async function change(
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    json?: SendOptions['json'],
  ): Promise<Partial<StoredEvent>[]> {
    const send = callHandlerAs(user_id, () => {}, []);
    const options = json === undefined ? {} : { json };
    const records = await recordChanges(user_id, () =>
      send(method, `/v2/diary${path}`, { host: 'diary', ...options }),
    );
    const events = records.flatMap((record) => deriveEvents(record)?.events ?? []);
    for (const secret of secrets) expect(JSON.stringify(events)).not.toContain(secret);
    return events.map(({ id: _, timestamp: __, ...event }) => event);
  }

  async function findId(date = '2026-11-20'): Promise<string> {
    const [entry] = await entries.list({ table: table(), user_id }, date);
    return entry?.id ?? '';
  }

  it('have a move as one event, also from and to another day than the first', async () => {
    await change('POST', '', { items: [soup] });
    const id = await findId();
    const resource = { type: 'diary_entry', id };
    const dates = ['2026-11-22', '2026-11-25', '2026-11-20', '2026-11-21'];
    let previous_date = soup.date;
    for (const date of dates) {
      const events = await change('PATCH', `/${id}`, { date });
      const event = { type: 'diary_entry.updated', resource, date, previous_date };
      expect(events).toEqual([event]);
      previous_date = date;
    }
    expect(await change('PATCH', `/${id}`, { servings: 2 })).toEqual([
      { type: 'diary_entry.updated', resource, date: '2026-11-21' },
    ]);
    expect(await change('DELETE', `/${id}`)).toEqual([
      { type: 'diary_entry.deleted', resource, date: '2026-11-21' },
    ]);
  });

  it('have each entry of a batch, and none for a change to the same', async () => {
    const items = Array.from({ length: 50 }, () => soup);
    expect(await change('POST', '', { items })).toHaveLength(50);
    const id = await findId();
    expect(await change('PATCH', `/${id}`, { servings: 1 })).toEqual([]);
  });

  it('name the provider of an entry, also after it was moved', async () => {
    await addConnection(user_id, 'polar');
    await importWorkout(user_id, 'polar', importedRun);
    const id = await findId();
    const expected = { remote_connection_type: 'polar' };
    const events = [
      ...(await change('PATCH', `/${id}`, { date: '2026-11-25' })),
      ...(await change('PATCH', `/${id}`, { date: '2026-11-26' })),
      ...(await change('DELETE', `/${id}`)),
    ];
    expect(events).toMatchObject([expected, expected, expected]);
    expect(events.map(({ type }) => type)).toEqual([
      'diary_entry.updated',
      'diary_entry.updated',
      'diary_entry.deleted',
    ]);
  });
});
