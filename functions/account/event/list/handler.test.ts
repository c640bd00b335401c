import { beforeEach, describe, expect, it } from 'vitest';
import { callHandler, callHandlerAs } from '#kit/call-handler.ts';
import { buildRecordEvents, openLogs } from '#kit/event-log.ts';
import { issueUserToken, newPerson, type TestPerson, table } from '#kit/fixtures.ts';
import { putItems } from '#kit/put-items.ts';
import { getValidationFailures } from '#kit/validation-failures.ts';
import { discoverEndpoints } from '#lib/endpoints.ts';
import { coversScope, fullScope } from '#shared/contract/scopes.ts';
import { exists } from '#shared/table/condition.ts';
import { eventKeys } from '../event.keys.ts';
import { appendEvents } from '../event.store.ts';
import {
  type EventType,
  eventTypes,
  type ResourceType,
  resourceScopes,
  type StoredEvent,
} from '../event.ts';

interface Listed {
  items: {
    id: string;
    type: EventType;
    resource: { type: ResourceType; id: string };
    cursor: string;
    _links: { resource?: [{ href: string }] };
  }[];
  next_cursor: string;
  has_more: boolean;
  _links: { self: [{ href: string }]; next?: [{ href: string }] };
}

const path = '/v7.1/changes/';

let person: TestPerson;
let token: string;
/** The ids of all events of the person, in order. */
let ids: string[];

beforeEach(async () => {
  person = await newPerson();
  token = await issueUserToken(person);
  ids = [];
});

/** Appends events to the log of the person, each of a record of its own. */
async function append(...events: Partial<StoredEvent>[]): Promise<void> {
  const records = events.map((members) => buildRecordEvents(1, members));
  await appendEvents(openLogs(), person.user_id, records);
  ids.push(...records.flatMap((record) => record.events.map(({ id }) => id)));
}

const listWith = async (reader: string, query: Record<string, string> = {}) =>
  callHandler<Listed>('GET', `${path}?${new URLSearchParams(query)}`, { token: reader });

/** Lists events with the token of the person. */
const list = async (query: Record<string, string> = {}) =>
  (await listWith(token, query)).body;

/** Returns the numbers of listed events, counted from 1. */
const getNumbers = ({ items }: Listed) => items.map(({ id }) => ids.indexOf(id) + 1);
const getTypes = ({ items }: Listed) => items.map(({ type }) => type);

describe('the changes of a user', () => {
  it('are listed in order with what has changed, and nothing else', async () => {
    await append({ date: '2026-11-21', previous_date: '2026-11-20' }, {});
    const { items, ...page } = await list();
    expect(items[0]).toEqual({
      id: expect.stringMatching(/^evt_/),
      sequence: 1,
      type: 'diary_entry.created',
      timestamp: '2026-11-20T12:00:00+00:00',
      resource: { type: 'diary_entry', id: 'entry' },
      date: '2026-11-21',
      previous_date: '2026-11-20',
      cursor: expect.any(String),
      _links: { resource: [{ href: expect.stringMatching('/v2/diary/entry$') }] },
    });
    expect(page).toEqual({
      next_cursor: expect.any(String),
      has_more: false,
      _links: {
        self: [{ href: `${path}?limit=100` }],
        documentation: [{ href: '/v7.1/docs/changes/' }],
      },
    });
  });

  it('have numbers for a caller who sees everything, and for nobody else', async () => {
    await append({}, {});
    const listMembers = async (hidden: string[]) => {
      const send = callHandlerAs(person.user_id, undefined, hidden);
      const { body } = await send<{ items: { sequence?: number }[] }>('GET', path);
      return body.items.map(({ sequence }) => sequence);
    };
    expect(await listMembers([])).toEqual([1, 2]);
    expect(await listMembers(['strava'])).toEqual([undefined, undefined]);
    const narrow = await issueUserToken(person, undefined, 'diary.read');
    const [first] = (await listWith(narrow)).body.items;
    expect(first).not.toHaveProperty('sequence');
  });

  it('are an empty list with a cursor until something happens', async () => {
    const [oldest, now] = [await list(), await list({ cursor: 'now' })];
    expect([oldest.items, now.items]).toEqual([[], []]);
    await append({});
    for (const { next_cursor } of [oldest, now])
      expect(getNumbers(await list({ cursor: next_cursor }))).toEqual([1]);
  });

  it('go on after the cursor of a page, of an event, and of `now`', async () => {
    await append({}, {}, {});
    const { items, next_cursor } = await list();
    const now = await list({ cursor: 'now' });
    expect(now.items).toEqual([]);
    await append({});
    for (const cursor of [next_cursor, now.next_cursor])
      expect(getNumbers(await list({ cursor }))).toEqual([4]);
    expect(getNumbers(await list({ cursor: items[0]?.cursor ?? '' }))).toEqual([2, 3, 4]);
  });

  it('have pages, whose next links lead to the end', async () => {
    await append(...Array<object>(5).fill({}));
    const pages = [await list({ limit: '2' })];
    for (let next = pages[0]?._links.next; next; next = pages.at(-1)?._links.next)
      pages.push((await callHandler<Listed>('GET', next[0].href, { token })).body);
    expect(pages.map(getNumbers)).toEqual([[1, 2], [3, 4], [5]]);
    expect(pages.map((page) => page.has_more)).toEqual([true, true, false]);
  });

  it('link to each kind of resource at its endpoint', async () => {
    const kinds = (Object.keys(resourceScopes) as ResourceType[]).filter((kind) =>
      coversScope(fullScope, resourceScopes[kind]),
    );
    const events = kinds.map((kind) => ({
      type: eventTypes.find((type) => type.startsWith(`${kind}.`)) as EventType,
      resource: { type: kind, id: 'x' },
    }));
    await append(...events);
    const { items } = await list();
    const hrefs = items.map(({ _links }) => _links.resource?.[0].href);
    const endpoints = await discoverEndpoints();
    const reads = endpoints.filter(({ endpoint }) => endpoint.method === 'GET');
    const paths = reads.map(({ endpoint }) => endpoint.path.replace('{id}', 'x'));
    expect(hrefs).toHaveLength(kinds.length);
    for (const href of hrefs) expect(paths).toContain(href?.replace(/^.*\/v[\d.]+/, ''));
  });

  it('have no link to what the same page says is deleted or hidden', async () => {
    const one = { type: 'diary_entry', id: 'one' } as const;
    const other = { type: 'diary_entry', id: 'other' } as const;
    await append({ resource: one }, { resource: other });
    await append({ type: 'diary_entry.hidden', resource: one });
    await append({ type: 'diary_entry.hidden', resource: other });
    await append({ type: 'diary_entry.shown', resource: other });
    const { items } = await list();
    const linked = items.filter(({ _links }) => _links.resource);
    expect(linked.map(({ resource }) => resource)).toEqual([other, other, other]);
  });
});

describe('a token', () => {
  it.each([
    ['diary.read', ['diary_entry.created', 'import.created']],
    ['data_sources.read', ['data_source.created']],
    ['connections.write', ['remote_connection.created']],
    ['images.write', ['image.created']],
    ['profile.read', []],
  ])('with the scope %s sees the changes of what it can read', async (scope, types) => {
    const kinds = ['diary_entry', 'data_source', 'image', 'remote_connection', 'import'];
    await append(
      ...(kinds as ResourceType[]).map((type) => ({
        type: `${type}.created` as EventType,
        resource: { type, id: 'x' },
      })),
    );
    const reader = await issueUserToken(person, undefined, scope);
    const { body } = await listWith(reader);
    expect(getTypes(body)).toEqual(types);
    // Also what the token does not see is behind the reader.
    const { body: rest } = await listWith(reader, { cursor: body.next_cursor });
    expect(rest.items).toEqual([]);
  });

  it('sees of a merge what the days of the diary show it', async () => {
    await append({
      type: 'diary_entry.hidden',
      views: { types: ['strava'], outcomes: { strava: 'none' } },
    });
    await append({ remote_connection_type: 'strava' });
    const listAs = async (hidden: string[]) => {
      const send = callHandlerAs(person.user_id, undefined, hidden);
      return getTypes((await send<Listed>('GET', path)).body);
    };
    expect(await listAs([])).toEqual(['diary_entry.hidden', 'diary_entry.created']);
    expect(await listAs(['polar'])).toEqual([
      'diary_entry.hidden',
      'diary_entry.created',
    ]);
    expect(await listAs(['polar', 'strava'])).toEqual([]);
  });
});

describe('what is hidden', () => {
  const hiddenEvent = { remote_connection_type: 'strava' };

  /** Lists all pages as they look to somebody who may not see one provider. */
  async function listShapes(limit: number, events: Partial<StoredEvent>[]) {
    person = await newPerson();
    await append(...events);
    const send = callHandlerAs(person.user_id, undefined, ['strava']);
    const shapes: object[] = [];
    let next: string | undefined = `${path}?limit=${limit}`;
    while (next) {
      const page: Listed = (await send<Listed>('GET', next)).body;
      const { items, next_cursor, has_more, _links } = page;
      const members = items.map((item) => Object.keys(item));
      shapes.push({ members, length: next_cursor.length, has_more });
      next = _links.next?.[0].href;
    }
    return shapes;
  }

  it.each([1, 2, 3, 500])(
    'changes nothing of the pages with at most %i events',
    async (limit) => {
      const visible = Array<object>(4).fill({});
      const mixed = visible.flatMap((event) => [hiddenEvent, event, hiddenEvent]);
      const shapes = await listShapes(limit, visible);
      expect(await listShapes(limit, mixed)).toEqual(shapes);
      expect(shapes).toHaveLength(Math.ceil(visible.length / limit));
    },
  );

  it('does not move a cursor that anybody can read', async () => {
    const cursors: string[] = [];
    for (const event of [{}, hiddenEvent, {}]) {
      await append(event);
      const { next_cursor } = await list({ cursor: 'now' });
      cursors.push(next_cursor, (await list({ cursor: 'now' })).next_cursor);
      expect(Buffer.from(next_cursor, 'base64url').toString()).not.toContain('0000');
    }
    expect(new Set(cursors).size).toBe(cursors.length);
  });
});

describe('a cursor', () => {
  it.each(['', '1', 'Now', 'A'.repeat(58), '='.repeat(59)])(
    'that is no cursor is refused by its name: %j',
    async (cursor) => {
      const response = await listWith(token, { cursor });
      expect(response.status).toBe(400);
      expect(getValidationFailures(response)).toEqual({
        cursor: ['must be a `next_cursor` of this list, or `now`'],
      });
    },
  );

  it('has expired if the token sees other things than before, or is of somebody else', async () => {
    await append({});
    const { next_cursor: cursor } = await list();
    const narrow = await issueUserToken(person, undefined, 'diary.read');
    const strange = await issueUserToken(await newPerson());
    const limited = callHandlerAs(person.user_id, undefined, ['strava']);
    const responses = [
      await listWith(narrow, { cursor }),
      await listWith(strange, { cursor }),
      await limited('GET', `${path}?cursor=${cursor}`),
    ];
    expect(responses.map(({ status }) => status)).toEqual([410, 410, 410]);
    expect(responses[0]?.body).toEqual({
      errors: [expect.stringContaining('the cursor has expired')],
      codes: ['cursor_expired'],
      request_id: expect.any(String),
      _links: {
        self: [{ href: `${path}?cursor=now` }],
        documentation: [{ href: '/v7.1/docs/changes/' }],
      },
    });
  });

  it('stays valid with another token that sees the same', async () => {
    await append({});
    const writer = await issueUserToken(person, undefined, 'diary.write profile.read');
    const pairs = [
      [token, await issueUserToken(person)],
      [writer, await issueUserToken(person, undefined, 'diary.read')],
    ];
    for (const [one = '', other = ''] of pairs) {
      const { next_cursor: cursor } = (await listWith(one)).body;
      expect((await listWith(other, { cursor })).status).toBe(200);
    }
  });

  it('of a log without events has expired if the token sees other things', async () => {
    const { next_cursor: cursor } = await list();
    await append({});
    const narrow = await issueUserToken(person, undefined, 'diary.read');
    expect((await listWith(narrow, { cursor })).status).toBe(410);
    expect((await listWith(token, { cursor })).status).toBe(200);
  });

  it('has expired if events after it are not kept any more', async () => {
    await append({});
    const { next_cursor: cursor } = await list();
    await append({});
    await append({});
    const expired = eventKeys.eventRow(person.user_id, '2'.padStart(16, '0'));
    await table().delete(expired, exists);
    expect((await listWith(token, { cursor })).status).toBe(410);
    // Without a cursor, the list begins with the oldest event that is kept.
    expect(getNumbers(await list())).toEqual([3]);
  });

  it('stays valid for any time if nothing has happened since', async () => {
    await append({});
    const { next_cursor: cursor } = await list();
    const expired = eventKeys.eventRow(person.user_id, '1'.padStart(16, '0'));
    await table().delete(expired, exists);
    expect((await list({ cursor })).items).toEqual([]);
  });

  it('has expired if it is later than the log, as after a restored backup', async () => {
    await append({}, {});
    const { next_cursor: cursor } = await list();
    await putItems([{ ...eventKeys.eventLog(person.user_id), sequence: 1 }]);
    expect((await listWith(token, { cursor })).status).toBe(410);
  });
});

it.each(['0', '501', '-1', '1.5', 'all', ''])(
  'the limit %j is refused',
  async (limit) => {
    const response = await listWith(token, { limit });
    expect(response.status).toBe(400);
    expect(getValidationFailures(response)).toEqual({
      limit: ['must be an integer from 1 to 500'],
    });
  },
);
