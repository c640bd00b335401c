import { expect, it, vi } from 'vitest';
import { table } from '#kit/fixtures.ts';
import { readLimitFields } from '#kit/limit-fields.ts';
import { recordOutput } from '#kit/record-output.ts';
import { createRefusingTable } from '#kit/store-faults.ts';
import { newId } from '../runtime/ids.ts';
import type { Table } from '../table/table.ts';
import { noCounts } from './counts.ts';
import { type LimitedCaller, limitRequest } from './limited-request.ts';
import type { Limits } from './limits.ts';
import { countRead, listReadMarks } from './read-marks.ts';
import { addUse, toClientUse, toUserUse, type Use } from './use.store.ts';

/** Ten minutes before a window of 15 minutes ends. */
const start = new Date('2026-11-27T09:05:00Z');
const limits: Limits = {
  user: { '15min': 3, day: 5 },
  client: { '15min': 100, day: 200 },
};

const newCaller = (more: Partial<LimitedCaller> = {}): LimitedCaller => ({
  user_id: newId(start),
  client_id: newId(start),
  token_use: 'user',
  ...more,
});

interface Sending {
  units?: number;
  minutes?: number;
  limits?: Limits;
  table?: Table<'update'>;
  getRemainingMs?: () => number;
}

/** Counts a request. Returns why it was refused, and its fields. */
async function sendRequest(
  caller: LimitedCaller,
  { units = 1, minutes = 0, ...more }: Sending = {},
) {
  const now = new Date(start.getTime() + minutes * 60_000);
  const getRemainingMs = () => 10_000;
  const props = {
    caller,
    limits,
    table: table(),
    now,
    requestId: 'r',
    getRemainingMs,
    ...more,
  };
  const request = limitRequest(props);
  const refusal = await request.take(units).catch((error: unknown) => error);
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

it('limits a person in one application, and neither others in it nor them in others', async () => {
  const caller = newCaller();
  await sendRequest(caller, { units: 3 });
  expect((await sendRequest(caller)).refusal).toBeDefined();
  const other = newCaller({ client_id: caller.client_id });
  expect((await sendRequest(other)).refusal).toBeUndefined();
  const elsewhere = newCaller({ user_id: caller.user_id });
  expect((await sendRequest(elsewhere)).refusal).toBeUndefined();
});

it('limits an application with all people together, and gives a person their units back', async () => {
  const caller = newCaller();
  const { client_id } = caller;
  const small = { ...limits, client: { '15min': 4, day: 200 } };
  // Another function has taken most of it.
  const item = toClientUse(client_id, start);
  await addUse(table(), item, { units: 3, limits: small.client });
  const { refusal, limits: left } = await sendRequest(caller, {
    units: 2,
    limits: small,
  });
  expect(refusal).toMatchObject({ policies: ['application-15min'] });
  expect(left).toMatchObject([{ policy: 'application-15min', r: 1 }]);
  expect((await sendRequest(caller, { units: 3 })).refusal).toBeUndefined();
  const other = newCaller({ client_id });
  expect((await sendRequest(other, { limits: small })).refusal).toBeDefined();
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

it('follows limits that are raised or lowered in the same window', async () => {
  const caller = newCaller();
  await sendRequest(caller, { units: 3 });
  expect((await sendRequest(caller)).refusal).toBeDefined();
  const higher = { ...limits, user: { '15min': 10, day: 20 } };
  expect((await sendRequest(caller, { limits: higher })).refusal).toBeUndefined();
  expect((await sendRequest(caller)).refusal).toBeDefined();
});

it('makes few store calls for many requests, and none for those that are refused', async () => {
  const updates = vi.fn(table().update);
  const caller = newCaller({ token_use: 'application' });
  const counting = { ...table(), update: updates as Table<'update'>['update'] };
  const ample = { ...limits, client: { '15min': 8000, day: 80_000 } };
  for (let sent = 0; sent < 255; sent++)
    await sendRequest(caller, { table: counting, limits: ample });
  // 1, 2, 4 and so on up to 64, and then 100 units, which are an eightieth.
  expect(updates.mock.calls.length).toBe(9);

  await sendRequest(caller, { units: 3000, table: counting, limits: ample });
  updates.mockClear();
  for (let sent = 0; sent < 10; sent++)
    await sendRequest(caller, { units: 8000, table: counting, limits: ample });
  expect(updates.mock.calls.length).toBe(0);
});

it('lets a request pass if the table refuses to count it, and logs that', async () => {
  const throttled = Object.assign(new Error('slow down'), {
    name: 'ThrottlingException',
  });
  const { result, lines } = await recordOutput(() =>
    sendRequest(newCaller({ token_use: 'application' }), {
      table: createRefusingTable(throttled),
    }),
  );
  expect(result.refusal).toBeUndefined();
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

it('takes back what the person has counted of an answer that the application refuses', async () => {
  const caller = newCaller();
  const small = { ...limits, client: { '15min': 4, day: 200 } };
  await addUse(table(), toClientUse(caller.client_id, start), {
    units: 4,
    limits: small.client,
  });
  const common = { table: table(), requestId: 'r', getRemainingMs: () => 10_000 };
  const countReads = { user: countRead('profile', []), client: noCounts };
  const refused = limitRequest({ ...common, caller, limits: small, now: start });
  await expect(refused.finish(1, countReads)).rejects.toThrow('application-15min');

  const now = new Date(start.getTime() + 60_000);
  await limitRequest({ ...common, caller, limits, now }).finish(0, countReads);
  const { key } = toUserUse(caller.user_id, caller.client_id, start);
  const use = await table().get<Use>(key);
  expect(listReadMarks(use ?? {})).toEqual([{ kind: 'profile', reads: 1 }]);
});

it('does not call a table again that has refused to count a request', async () => {
  const update = vi.fn(createRefusingTable(new Error('no')).update);
  const request = limitRequest({
    caller: newCaller({ token_use: 'application' }),
    limits,
    table: { ...table(), update: update as Table<'update'>['update'] },
    now: start,
    requestId: 'r',
    getRemainingMs: () => 10_000,
  });
  const read = { amounts: { 'GET /diary 200': 1 }, members: {} };
  const { lines } = await recordOutput(() =>
    request.finish(1, { user: noCounts, client: read }),
  );
  expect(lines).toHaveLength(1);
  expect(update).toHaveBeenCalledTimes(1);
});
