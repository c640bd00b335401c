import fc from 'fast-check';
import { expect, it } from 'vitest';
import { importWorkouts } from '#functions/diary/import/import-workouts.ts';
import { callHandlerAs } from '#kit/call-handler.ts';
import { porridge, run } from '#kit/diary.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import { leaveToImports, occupyDay } from '#kit/full-days.ts';
import { addConnection, importedRun, importWorkout } from '#kit/imported-workouts.ts';
import type { SendOptions } from '#kit/send.ts';
import type { Method } from '#shared/contract/endpoint.ts';
import { newId } from '#shared/runtime/ids.ts';
import * as dayItems from './day-item.store.ts';
import { listStoredEntries, parseEntryId } from './day-item.ts';
import type { Entry } from './entry.ts';
import { update } from './update/update.store.ts';

const day = '2026-11-20';
const days = [day, '2026-11-21'];
const long = '\u{1f35c}'.repeat(255);

const date = fc.constantFrom(day, ...days);
const entry = fc.nat(20);
const text = fc.constantFrom('', 'short', long);

/** A request of an application. `entry` is the place of an entry among those that it created. */
const anyRequest = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('post' as const),
      count: fc.integer({ min: 1, max: 9 }),
      date,
      text,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('repeat' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('describe' as const), entry, text }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('move' as const), entry, date }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), entry }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('list' as const), date }) },
);
type Request = typeof anyRequest extends fc.Arbitrary<infer T> ? T : never;

/** An event that the application must not notice. One hour is that of a workout that it sees. */
const anyHiddenEvent = fc.oneof(
  fc.record({
    kind: fc.constant('sync' as const),
    remote_id: fc.nat(5).map(String),
    hour: fc.constantFrom(11, 14, 17, 20),
    date,
  }),
  fc.record({
    kind: fc.constant('withdrawal' as const),
    remote_id: fc.nat(5).map(String),
  }),
  fc.record({ kind: fc.constant('move' as const), date }),
);
type HiddenEvent = typeof anyHiddenEvent extends fc.Arbitrary<infer T> ? T : never;

/** The entries that the first day has before, their texts, and for how many more it has room. */
interface Start {
  count: number;
  name: string;
  room: number;
}

/** Prepares the diary of a person for an application that may not see the provider `whoop`. */
async function arrange({ count, name }: Start, hasHidden: boolean) {
  const { user_id } = await newPerson();
  for (const type of ['whoop', 'polar']) await addConnection(user_id, type);
  await importWorkout(user_id, 'polar', importedRun);
  if (hasHidden) await leaveToImports(user_id, day, 5_000);
  await occupyDay(user_id, day, count, name);

  let store_calls = 0;
  const send = callHandlerAs(user_id, (line) => ({ store_calls } = JSON.parse(line)), [
    'whoop',
  ]);
  const created: string[] = [];
  let latestPost: SendOptions = { json: { items: [] } };
  const named: string[] = [];
  /** Names the ids of entries and batches by the order in which the application learned them. */
  const nameId = (id: string) => {
    if (!named.includes(id)) named.push(id);
    return `(${named.indexOf(id)})`;
  };
  /** Returns all that the application learns. */
  const call = async (method: Method, path: string, options: SendOptions = {}) => {
    const sent = { host: 'diary', ...options } as const;
    const response = await send<{ items?: { id: string }[] }>(method, path, sent);
    const { status, headers, body, text: json } = response;
    if (status === 201) created.push(...(body.items ?? []).map(({ id }) => id));
    const learned = [...headers].filter(
      ([name]) => !/date|request|length|ratelimit/i.test(name),
    );
    const told = JSON.stringify([status, learned, json, store_calls]);
    return told.replace(/[0-9a-z]{47}/g, nameId);
  };

  const ask = (request: Request): Promise<string> => {
    const id = 'entry' in request ? created[request.entry % created.length] : undefined;
    const path = `/v2/diary/${id ?? 'unknown'}`;
    switch (request.kind) {
      case 'post': {
        const { count, text: name } = request;
        const food = name === '' ? null : { name, brand: name };
        const both = [{ ...porridge, food }, run];
        const items = Array.from({ length: count }, (_, index) => ({
          ...both[index % 2],
          date: request.date,
        }));
        latestPost = {
          json: { items },
          headers: { 'Idempotency-Key': newId(new Date()) },
        };
        return call('POST', '/v2/diary', latestPost);
      }
      case 'repeat':
        return call('POST', '/v2/diary', latestPost);
      case 'describe': {
        const food = request.text === '' ? null : { name: request.text };
        return call('PATCH', path, { json: { food } });
      }
      case 'move':
        return call('PATCH', path, { json: { date: request.date } });
      case 'delete':
        return call('DELETE', path);
      case 'list':
        return call('GET', `/v2/diary?entry_date=${request.date}&fields=all`);
    }
  };
  return { user_id, ask };
}

const isOfWhoop = (stored: Entry) =>
  'source' in stored && stored.source?.remote_connection_type === 'whoop';

/** Makes a hidden event happen to a person. */
async function happen(user_id: string, event: HiddenEvent): Promise<void> {
  const diary = { table: table(), user_id };
  const readAt = new Date();
  switch (event.kind) {
    case 'sync': {
      const { remote_id, hour } = event;
      const start_time = `${event.date}T${hour}:00:00Z`;
      return importWorkout(
        user_id,
        'whoop',
        { ...importedRun, remote_id, start_time },
        { readAt },
      );
    }
    case 'withdrawal': {
      const origin = { remote_connection_id: 'whoop', remote_connection_type: 'whoop' };
      const account = { user_id, account_id: 'account', ...origin, readAt };
      await importWorkouts(
        table(),
        { ...account, workouts: [], deleted: [event.remote_id] },
        readAt,
      );
      return;
    }
    case 'move':
      for (const each of days) {
        const stored = listStoredEntries(await dayItems.find(diary, each), each);
        const address = parseEntryId(stored.find(isOfWhoop)?.id ?? '');
        if (address)
          await update(diary, address, { date: event.date, set: {}, remove: [] });
      }
  }
}

const anyHistory = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: anyRequest },
    { weight: 1, arbitrary: anyHiddenEvent.map((event) => ({ event })) },
  ),
  { minLength: 6, maxLength: 6 },
);
type History = typeof anyHistory extends fc.Arbitrary<infer T> ? T : never;

/**
 * Fills the first day after an entry was deleted. The bytes of that one are still counted, so the
 * entries are counted anew.
 */
function refill({ room, name: text }: Start): History {
  const post = { kind: 'post' as const, count: 1, date: day, text };
  const sync = { kind: 'sync' as const, remote_id: '1', hour: 17 as const, date: day };
  const posts = Array.from({ length: room + 1 }, () => post);
  return [post, { kind: 'delete', entry: 0 }, { event: sync }, ...posts];
}

it.each([
  [{ count: 497, name: '', room: 3 }, '500 entries', 1],
  [{ count: 119, name: long, room: 1 }, '256 KB', 2],
])(
  'an application learns the same, whatever entries it may not see, from %o',
  async (start, limit, seed) => {
    const learned: string[] = [];
    await fc.assert(
      fc.asyncProperty(anyHistory, async (history) => {
        const plain = await arrange(start, false);
        const hiding = await arrange(start, true);
        for (const step of history) {
          if ('event' in step) await happen(hiding.user_id, step.event);
          else {
            learned.push(await plain.ask(step));
            expect(await hiding.ask(step)).toBe(learned.at(-1));
          }
        }
      }),
      { numRuns: 2, seed, examples: [[refill(start)]], endOnFailure: true },
    );
    expect(learned.join()).toContain(`limited to ${limit}`);
  },
);
