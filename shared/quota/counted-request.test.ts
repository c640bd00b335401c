import { expect, it, vi } from 'vitest';
import { table } from '#kit/fixtures.ts';
import { readLimitFields } from '#kit/limit-fields.ts';
import { recordOutput } from '#kit/record-output.ts';
import { createRefusingTable } from '#kit/store-faults.ts';
import { newId } from '../runtime/ids.ts';
import type { Table } from '../table/table.ts';
import { type CountedCaller, countRequest } from './counted-request.ts';
import type { Counters } from './counter.ts';
import { noCounts } from './counts.ts';
import type { ClientQuotas } from './quotas.ts';
import { countRead, listReadMarks } from './read-marks.ts';
import { addUse, toClientUse, toUserUse, type Use } from './use.store.ts';

/** Ten minutes before a window of 15 minutes ends. */
const start = new Date('2026-11-27T09:05:00Z');
const limits: ClientQuotas = {
  user: { '15min': 3, day: 5 },
  client: { '15min': 100, day: 200 },
};
const none = { user: noCounts, client: noCounts };

const newCaller = (more: Partial<CountedCaller> = {}): CountedCaller => ({
  user_id: newId(start),
  client_id: newId(start),
  token_use: 'user',
  ...more,
});

interface Sending {
  units?: number;
  minutes?: number;
  limits?: ClientQuotas;
  table?: Table<'update'>;
  getRemainingMs?: () => number;
  counters?: Counters;
  counts?: typeof none;
  isFree?: boolean;
}

/** Sends a request. Returns why it was refused, and its fields. */
async function sendRequest(caller: CountedCaller, sending: Sending = {}) {
  const { units = 1, minutes = 0, table: store = table(), ...more } = sending;
  const { counts = none, isFree = false, ...props } = more;
  const request = countRequest({
    caller,
    limits,
    openTable: () => store,
    now: new Date(start.getTime() + minutes * 60_000),
    requestId: 'r',
    getRemainingMs: () => 10_000,
    ...props,
  });
  let refusal: unknown;
  try {
    request.charge(1);
    if (units > 1) request.charge(units - 1);
  } catch (error) {
    refusal = error;
  }
  await request.finish(counts, isFree);
  const headers = new Headers(request.fields());
  return { refusal, ...readLimitFields({ headers }) };
}

it('tells all policies, and what is left of the limit that is reached first', async () => {
  const { refusal, policies, limits: left } = await sendRequest(newCaller());
  expect(refusal).toBeUndefined();
  const pk = expect.stringMatching(/^[\w+/]{12}$/);
  expect(policies).toEqual([
    { policy: '15min', q: 3, w: 900, pk },
    { policy: 'day', q: 5, w: 86_400, pk },
    { policy: 'application-15min', q: 100, w: 900 },
    { policy: 'application-day', q: 200, w: 86_400 },
  ]);
  expect(left).toEqual([{ policy: '15min', r: 2, t: 600, pk }]);
});

it('tells only the policies until it has heard what all functions have counted', async () => {
  const store = createRefusingTable(new Error('no'));
  const { result } = await recordOutput(() => sendRequest(newCaller(), { table: store }));
  expect(result.policies).toHaveLength(4);
  expect(result.limits).toEqual([]);
});

it('refuses what is more than a limit, and says which one and until when', async () => {
  const caller = newCaller();
  for (let sent = 0; sent < 3; sent++)
    expect((await sendRequest(caller)).refusal).toBeUndefined();
  const { refusal, limits: left } = await sendRequest(caller);
  expect(refusal).toMatchObject({
    code: 'quota_exceeded',
    policies: ['15min'],
    headers: { 'Retry-After': '600' },
  });
  expect(left).toMatchObject([{ policy: '15min', r: 0, t: 600 }]);

  // The next window has what is left of the day.
  const next = await sendRequest(caller, { minutes: 15, units: 2 });
  expect(next.refusal).toBeUndefined();
  const last = await sendRequest(caller, { minutes: 30 });
  const t = 14 * 3600 + 25 * 60;
  expect(last.refusal).toMatchObject({ policies: ['day'] });
  expect(last.limits).toMatchObject([{ policy: 'day', r: 0, t }]);
});

it('refuses a request that costs more than is left, and lets a cheaper one pass', async () => {
  const caller = newCaller();
  await sendRequest(caller, { units: 2 });
  const costly = await sendRequest(caller, { units: 2 });
  expect(costly.refusal).toMatchObject({ policies: ['15min'] });
  expect(costly.limits).toMatchObject([{ policy: '15min', r: 1 }]);
  expect((await sendRequest(caller)).refusal).toBeUndefined();
});

it('gives a request that is free its units back', async () => {
  const caller = newCaller();
  for (let sent = 0; sent < 5; sent++) await sendRequest(caller, { isFree: true });
  const { limits: left } = await sendRequest(caller);
  expect(left).toMatchObject([{ policy: '15min', r: 2 }]);
});

it('limits a person in one application, and neither others in it nor them in others', async () => {
  const caller = newCaller();
  await sendRequest(caller, { units: 3 });
  expect((await sendRequest(caller)).refusal).toBeDefined();
  const other = newCaller({ client_id: caller.client_id });
  expect((await sendRequest(other)).refusal).toBeUndefined();
  const elsewhere = newCaller({ user_id: caller.user_id });
  expect((await sendRequest(elsewhere)).refusal).toBeUndefined();
});

it('limits an application with all people together, at no cost of the person', async () => {
  const caller = newCaller();
  const { client_id } = caller;
  const small = { ...limits, client: { '15min': 4, day: 200 } };
  // Another function has counted most of it, which this one hears by its first request.
  await addUse(table(), toClientUse(client_id, start), { increment: { q36: 3, day: 3 } });
  expect((await sendRequest(caller, { limits: small })).refusal).toBeUndefined();
  const { refusal } = await sendRequest(caller, { limits: small });
  expect(refusal).toMatchObject({ policies: ['application-15min'] });
  expect((await sendRequest(caller, { units: 2 })).refusal).toBeUndefined();
});

it('counts a token of the application itself for the application alone', async () => {
  const { policies } = await sendRequest(newCaller({ token_use: 'application' }));
  const names = policies?.map(({ policy }) => policy);
  expect(names).toEqual(['application-15min', 'application-day']);
});

it('counts a personal access token for its person alone', async () => {
  const { policies } = await sendRequest(newCaller({ client_id: 'personal-hash' }));
  expect(policies?.map(({ policy }) => policy)).toEqual(['15min', 'day']);
});

it('ends a refusal with the first request that has a raised limit', async () => {
  const caller = newCaller();
  await sendRequest(caller, { units: 3 });
  expect((await sendRequest(caller)).refusal).toBeDefined();
  const higher = { ...limits, user: { '15min': 10, day: 20 } };
  expect((await sendRequest(caller, { limits: higher })).refusal).toBeUndefined();
  expect((await sendRequest(caller)).refusal).toBeDefined();
});

it('goes on with the units that functions of release 0.6.0 have taken in advance', async () => {
  const caller = newCaller();
  const item = toUserUse(caller.user_id, caller.client_id, start);
  await addUse(table(), item, { increment: { q36: 2, day: 2 } });
  const { limits: left } = await sendRequest(caller);
  expect(left).toMatchObject([{ policy: '15min', r: 0 }]);
  expect(await table().get<Use>(item.key)).toMatchObject({ q36: 3, day: 3 });
});

it('adds to a day what is owed to it with the first request of the next one', async () => {
  const caller = newCaller();
  const ample = { ...limits, user: { '15min': 200, day: 2000 } };
  const counts = { user: countRead('profile', []), client: noCounts };
  const lateMinutes = 14 * 60 + 54;
  for (const minutes of [lateMinutes, lateMinutes, lateMinutes + 2])
    await sendRequest(caller, { limits: ample, minutes, counts });
  const uses = [lateMinutes, lateMinutes + 2].map((minutes) => {
    const at = new Date(start.getTime() + minutes * 60_000);
    return table().get<Use>(toUserUse(caller.user_id, caller.client_id, at).key);
  });
  const [first, second] = await Promise.all(uses);
  expect(first).toMatchObject({ q95: 2, day: 2, reads_profile: 2 });
  expect(second).toMatchObject({ q0: 1, day: 1, reads_profile: 1 });
});

it('notes the first person of a day once, whichever function is first', async () => {
  const caller = newCaller();
  for (const counters of [new Map(), new Map()])
    for (let sent = 0; sent < 2; sent++) await sendRequest(caller, { counters });
  const { key } = toClientUse(caller.client_id, start);
  expect(await table().get<Use>(key)).toMatchObject({ people: 1 });
});

it('lets a request pass if the table refuses to count it, and logs that', async () => {
  const throttled = Object.assign(new Error('slow down'), {
    name: 'ThrottlingException',
  });
  const update = vi.fn(createRefusingTable(throttled).update);
  const refusing = { ...table(), update: update as Table<'update'>['update'] };
  const { result, lines } = await recordOutput(() =>
    sendRequest(newCaller(), { table: refusing }),
  );
  expect(result.refusal).toBeUndefined();
  expect(update).toHaveBeenCalledTimes(1);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', event: 'use_not_counted', cause: 'ThrottlingException' },
  ]);
});

it('lets a request pass in time if the table does not answer', async () => {
  const { promise: never } = Promise.withResolvers<never>();
  const silent = { ...table(), update: () => never };
  const caller = newCaller({ token_use: 'application' });
  const { result, lines } = await recordOutput(() =>
    sendRequest(caller, { table: silent, getRemainingMs: () => 110 }),
  );
  expect(result.refusal).toBeUndefined();
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ cause: 'use_timeout' });
});

it('counts nothing of a person whom the application refuses', async () => {
  const caller = newCaller();
  const small = { ...limits, client: { '15min': 1, day: 200 } };
  const counts = { user: countRead('profile', []), client: noCounts };
  await sendRequest(caller, { limits: small, counts });
  expect((await sendRequest(caller, { limits: small })).refusal).toBeDefined();
  await sendRequest(caller, { minutes: 15, limits: small });
  const { key } = toUserUse(caller.user_id, caller.client_id, start);
  const use = await table().get<Use>(key);
  expect(use).toMatchObject({ q36: 1, q37: 1, day: 2 });
  expect(listReadMarks(use ?? {})).toEqual([{ kind: 'profile', reads: 1 }]);
});
