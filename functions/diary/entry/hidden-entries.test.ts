import { expect, it } from 'vitest';
import { deriveEvents } from '#functions/account/event/derive/derive-events.ts';
import { seeEvent } from '#functions/account/event/event.ts';
import { importFileWorkouts } from '#functions/diary/workout-import/import-file-workouts.ts';
import { importWorkouts } from '#functions/diary/workout-import/import-workouts.ts';
import { callHandlerAs } from '#kit/call-handler.ts';
import { porridge, run } from '#kit/diary.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import { leaveToImports, occupyDay } from '#kit/full-days.ts';
import { newFile, recordedRun } from '#kit/imported-files.ts';
import { addConnection, importedRun, importWorkout } from '#kit/imported-workouts.ts';
import { openMcp } from '#kit/mcp.ts';
import fc from '#kit/property.ts';
import { recordChanges } from '#kit/recorded-changes.ts';
import type { SendOptions, TestResponse } from '#kit/send.ts';
import type { Method } from '#shared/contract/endpoint.ts';
import { getActivityTypeId } from '#shared/reference-data/activity-type-keys.ts';
import { newId } from '#shared/runtime/ids.ts';
import * as dayItems from './day-item.store.ts';
import { listStoredEntries, parseEntryId } from './day-item.ts';
import type { Entry } from './entry.ts';
import type { Sensor } from './origin.ts';
import { update } from './update/update.store.ts';

const hiddenTypes = ['strava', 'whoop'] as const;
const visibleTypes = ['polar', 'withings'] as const;
const day = '2026-11-20';
const days = [day, '2026-11-21'];
const farDays = ['2026-12-05', '2026-12-20', '2027-01-10'];
const long = '\u{1f35c}'.repeat(255);

const date = fc.constantFrom(day, ...days);
const anyDate = fc.constantFrom(...days, '2026-11-19', ...farDays);
const entry = fc.nat(20);
const text = fc.constantFrom('', 'short', long);

const anyId = fc.constantFrom<string[]>('1', '2', '3');
const anyReference = fc.oneof(
  fc.record({
    remote_connection_type: fc.constantFrom(...visibleTypes, ...hiddenTypes),
    remote_id: anyId,
  }),
  fc.record({ file_id: anyId }),
);

/** Times of workouts of which many are the same, parts of one another, or rivals. */
const anyWorkout = fc
  .record(
    {
      date: fc.constantFrom(...days),
      start: fc.constantFrom('17:00', '17:10', '17:30', '23:30'),
      duration: fc.constantFrom<number[]>(1200, 1800, 3600),
      activity_type_id: fc.constantFrom(
        ...(['run', 'walk', 'ride', 'strength'] as const).map(getActivityTypeId),
      ),
      utc_offset: fc.constantFrom<number[]>(0, 0, 3600),
      // Each record can be the one that has measured a number best.
      distance: fc.constantFrom<number[]>(4200, 5000.5),
      energy: fc.constantFrom<number[]>(300, 310),
      avg_heart_rate: fc.constantFrom<number[]>(130, 140),
      max_heart_rate: fc.constantFrom<number[]>(135, 170),
      sensors: fc.subarray<Sensor>(['strap', 'positions', 'power']),
    },
    { requiredKeys: ['date', 'start', 'duration', 'activity_type_id', 'utc_offset'] },
  )
  .map(({ date: startDate, start, ...members }) => ({
    ...members,
    start_time: `${startDate}T${start}:00Z`,
  }));

/** A request of an application. `entry` is the place of an entry among those that it knows. */
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

/** A request that has to do with imported workouts. */
const anyMergeRequest = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      entry,
      decision: fc.constantFrom('joined_with', 'separated_from'),
      others: fc.array(anyReference, { maxLength: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('move' as const), entry, date: anyDate }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('measure' as const),
      entry,
      distance: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), entry }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('look' as const), entry }) },
);
type Request =
  | (typeof anyRequest extends fc.Arbitrary<infer T> ? T : never)
  | (typeof anyMergeRequest extends fc.Arbitrary<infer T> ? T : never);

/** A workout that arrives, or is withdrawn. */
const toImport = <Type extends string>(types: readonly Type[]) =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('sync' as const),
        type: fc.constantFrom(...types),
        remote_id: anyId,
        workout: anyWorkout,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('withdrawal' as const),
        type: fc.constantFrom(...types),
        remote_id: anyId,
      }),
    },
  );

/** An event that both people meet. */
const anyEvent = fc.oneof(
  { weight: 3, arbitrary: toImport(visibleTypes) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('file' as const),
      file_id: anyId,
      workout: anyWorkout,
    }),
  },
);

/** An event that the application must not notice. */
const anyHiddenEvent = fc.oneof(
  { weight: 4, arbitrary: toImport(hiddenTypes) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('move' as const), date: anyDate }),
  },
);
type Event =
  | (typeof anyEvent extends fc.Arbitrary<infer T> ? T : never)
  | (typeof anyHiddenEvent extends fc.Arbitrary<infer T> ? T : never);

/** A request, or an event: one that both people meet, or a hidden one. */
type Step = Request | { event: Event } | { hidden: Event };
type History = Step[];

/** The entries that the first day has before, their texts, and for how many more it has room. */
interface Start {
  count: number;
  name: string;
  room: number;
}

/** Prepares the diary of a person for an application that may not see some providers. */
async function arrange({ count, name }: Start, hasHidden: boolean) {
  const { user_id } = await newPerson();
  for (const type of [...hiddenTypes, ...visibleTypes])
    await addConnection(user_id, type);
  await importWorkout(user_id, 'polar', importedRun);
  if (hasHidden && count > 0) await leaveToImports(user_id, day, 5_000);
  if (count > 0) await occupyDay(user_id, day, count, name);

  let store_calls = 0;
  const send = callHandlerAs(
    user_id,
    (line) => ({ store_calls } = JSON.parse(line)),
    hiddenTypes,
  );
  const { callTool } = openMcp(send, '');
  const known = new Set<string>();
  let latestPost: SendOptions = { json: { items: [] } };
  const named: string[] = [];
  /** Names the ids of entries and batches by the order in which the application learned them. */
  const nameIds = (told: string) =>
    told.replace(/[0-9a-z]{47}/g, (id) => {
      if (!named.includes(id)) named.push(id);
      return `(${named.indexOf(id)})`;
    });
  /** Returns all that the application learns. */
  const learn = ({ status, headers, text: json }: TestResponse<unknown>) => {
    for (const [, id = ''] of json.matchAll(/"id":"([0-9a-z]{47})"/g)) known.add(id);
    const learned = [...headers].filter(
      ([name]) => !/date|request|length|ratelimit/i.test(name),
    );
    return nameIds(JSON.stringify([status, learned, json, store_calls]));
  };
  const call = async (method: Method, path: string, options: SendOptions = {}) =>
    learn(await send(method, path, { host: 'diary', ...options }));

  const ask = async (request: Request): Promise<string> => {
    const ids = [...known];
    const id = 'entry' in request ? ids[request.entry % ids.length] : undefined;
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
      case 'measure':
        return call('PATCH', path, { json: { distance: request.distance } });
      case 'decide': {
        const source = { [request.decision]: request.others };
        return call('PATCH', path, { json: { source } });
      }
      case 'delete':
        return call('DELETE', path);
      case 'list':
        return call('GET', `/v2/diary?entry_date=${request.date}&fields=all`);
      case 'look': {
        const range = { from: '2026-11-18', to: '2027-01-12' };
        const responses = [await call('GET', path)];
        for (const date of days) responses.push(await ask({ kind: 'list', date }));
        responses.push(
          await call('GET', `/v2/diary/summary?${new URLSearchParams(range)}`),
        );
        responses.push(learn(await callTool('get_workout', { id: id ?? 'unknown' })));
        responses.push(learn(await callTool('get_day', { date: day })));
        for (const tool of ['list_workouts', 'summarize_days'])
          responses.push(learn(await callTool(tool, range)));
        return responses.join('\n');
      }
    }
  };

  const act = async (step: Step, at: Date): Promise<string> => {
    if ('kind' in step) return ask(step);
    await happen(user_id, 'event' in step ? step.event : step.hidden, at);
    return '';
  };

  /** Returns what the application learns from a step: the responses, and the events that it sees. */
  const take = async (step: Step, at: Date): Promise<string> => {
    // The events of a full day are as those of others, and it takes long to read.
    if (count > 0) return act(step, at);
    let responses = '';
    const records = await recordChanges(user_id, async () => {
      responses = await act(step, at);
    });
    const viewer = { scope: 'read', hidden_types: hiddenTypes };
    const events = records.flatMap((record) =>
      (deriveEvents(record)?.events ?? []).flatMap((event) => {
        const seen = seeEvent(event, viewer);
        return seen ? { ...seen, id: '', timestamp: '' } : [];
      }),
    );
    // The stream does not say which day of a transaction comes first.
    events.sort((one, other) => ((one.date ?? '') < (other.date ?? '') ? -1 : 1));
    return [responses, ...events.map((event) => nameIds(JSON.stringify(event)))].join(
      '\n',
    );
  };
  return { take };
}

const isHidden = (stored: Entry) =>
  'source' in stored &&
  hiddenTypes.some((type) => type === stored.source?.remote_connection_type);

/** Makes an event happen to a person. */
async function happen(user_id: string, event: Event, readAt: Date): Promise<void> {
  const diary = { table: table(), user_id };
  switch (event.kind) {
    case 'sync': {
      const { type, remote_id, workout } = event;
      return importWorkout(
        user_id,
        type,
        { ...importedRun, ...workout, remote_id },
        { readAt },
      );
    }
    case 'withdrawal': {
      const { type } = event;
      const origin = { remote_connection_id: type, remote_connection_type: type };
      const account = { user_id, account_id: 'account', ...origin, readAt };
      await importWorkouts(
        table(),
        { ...account, workouts: [], deleted: [event.remote_id] },
        readAt,
      );
      return;
    }
    case 'file': {
      const recorded = { ...recordedRun, ...event.workout };
      const files = [newFile(`${event.file_id}.fit`, recorded)];
      await importFileWorkouts(table(), { user_id, import_id: '1', files }, readAt);
      return;
    }
    case 'move':
      for (const each of days) {
        const stored = listStoredEntries(await dayItems.find(diary, each), each);
        const address = parseEntryId(stored.find(isHidden)?.id ?? '');
        if (address)
          await update(diary, address, { date: event.date, set: {}, remove: [] });
      }
  }
}

const anyHiddenStep = anyHiddenEvent.map((hidden) => ({ hidden }));

const anyHistory: fc.Arbitrary<History> = fc.array(
  fc.oneof({ weight: 3, arbitrary: anyRequest }, { weight: 1, arbitrary: anyHiddenStep }),
  { minLength: 6, maxLength: 6 },
);

const anyMergeHistory: fc.Arbitrary<History> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: anyMergeRequest },
      { weight: 3, arbitrary: anyEvent.map((event) => ({ event })) },
      { weight: 4, arbitrary: anyHiddenStep },
    ),
    { minLength: 24, maxLength: 24 },
  )
  .map((steps) => [...steps, { kind: 'look', entry: 0 }]);

/**
 * Fills the first day after an entry was deleted. The bytes of that one are still counted, so the
 * entries are counted anew.
 */
function refill({ room, name: text }: Start): History {
  const post = { kind: 'post' as const, count: 1, date: day, text };
  const workout = { start_time: `${day}T17:00:00Z`, duration: 1800 };
  const hidden = {
    ...{ kind: 'sync' as const, type: 'whoop' as const, remote_id: '1' },
    workout: {
      ...workout,
      activity_type_id: importedRun.activity_type_id,
      utc_offset: 0,
    },
  };
  const posts = Array.from({ length: room + 1 }, () => post);
  return [post, { kind: 'delete', entry: 0 }, { hidden }, ...posts];
}

const noEntries = { count: 0, name: '', room: 0 };
const manyEntries = { count: 497, name: '', room: 3 };
const largeEntries = { count: 119, name: long, room: 1 };

it.each([
  {
    start: noEntries,
    anySteps: anyMergeHistory,
    told: 'must have in joined_with',
    seed: 5,
    runs: 1,
  },
  {
    start: manyEntries,
    anySteps: anyHistory,
    told: 'limited to 500 entries',
    seed: 1,
    runs: 1,
  },
  {
    start: largeEntries,
    anySteps: anyHistory,
    told: 'limited to 256 KB',
    seed: 2,
    runs: 2,
  },
])(
  'an application learns the same, whatever entries it may not see, from $start',
  async ({ start, anySteps, told, seed, runs }) => {
    const learned: string[] = [];
    await fc.assert(
      fc.asyncProperty(anySteps, async (history) => {
        const plain = await arrange(start, false);
        const hiding = await arrange(start, true);
        for (const [index, step] of history.entries()) {
          const at = new Date(Date.UTC(2026, 10, 22, 0, index));
          const learnedByHiding = await hiding.take(step, at);
          learned.push('hidden' in step ? '' : await plain.take(step, at));
          expect(learnedByHiding).toBe(learned.at(-1));
        }
      }),
      {
        numRuns: runs,
        seed,
        examples: start === noEntries ? [] : [[refill(start)]],
        endOnFailure: true,
      },
    );
    expect(learned.join()).toContain(told);
  },
);
