import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import type { ChangesOptions, DataChange } from './changes.ts';
import { createFitnessDataClient } from './client.ts';
import { waitFor } from './retries.ts';

const toChange = (sequence: number): DataChange => ({
  id: `evt_${sequence}`,
  type: 'diary_entry.updated',
  timestamp: '2026-11-20T17:30:05+00:00',
  resource: { type: 'diary_entry', id: '1' },
  date: '2026-11-20',
  cursor: `after ${sequence}`,
  _links: {},
});

/** Returns a page of the changes with these numbers. */
function respond(numbers: readonly number[], next_cursor: string, has_more = false) {
  const items = numbers.map(toChange);
  return Response.json({ items, next_cursor, has_more, _links: {} });
}

const fail = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ errors: ['no'] }, { status, headers });

type Outcome = Response | Error;

interface FollowOptions extends ChangesOptions {
  start?: string;
  onWait?: (ms: number) => void;
}

/** Follows changes whose requests get these responses, and ends when none is left. */
async function follow(outcomes: readonly Outcome[], options: FollowOptions = {}) {
  const { start, onWait, ...changesOptions } = options;
  const remaining = [...outcomes];
  const cursors: (string | null)[] = [];
  const waits: number[] = [];
  const ended = new AbortController();
  const host = 'https://api.example';
  const client = createFitnessDataClient({
    addresses: { main: host, auth: host, diary: host },
    clientId: 'test',
    maxRetries: 0,
    wait: async (ms) => {
      waits.push(ms / 1000);
      onWait?.(ms);
    },
    fetch: async ({ url }) => {
      cursors.push(new URL(url).searchParams.get('cursor'));
      const outcome = remaining.shift();
      if (outcome instanceof Response) return outcome;
      if (!outcome) ended.abort(new Error('No response is left.'));
      throw outcome ?? ended.signal.reason;
    },
  });
  await client.auth.setTokens({ access_token: 'a', user_id: 'u', scope: 'read' });
  const signal = AbortSignal.any([ended.signal, changesOptions.signal ?? ended.signal]);
  const changes: DataChange[] = [];
  let error: unknown;
  try {
    for await (const change of client.changes(start, { ...changesOptions, signal }))
      changes.push(change);
  } catch (thrown) {
    error = thrown;
  }
  return {
    numbers: changes.map(({ id }) => Number(id.replace('evt_', ''))),
    changes,
    cursors,
    waits,
    error,
  };
}

it('all pages follow each other at once, and then the service is asked every ten seconds', async () => {
  const { numbers, cursors, waits } = await follow([
    respond([1, 2], 'two', true),
    respond([3], 'three'),
    respond([], 'four'),
    respond([5], 'five'),
  ]);
  expect(numbers).toEqual([1, 2, 3, 5]);
  expect(cursors).toEqual([null, 'two', 'three', 'four', 'five']);
  expect(waits.slice(0, 3)).toEqual([10, 10, 10]);
});

it('a saved cursor goes on after the change that has it', async () => {
  const { changes } = await follow([respond([1, 2], 'two')]);
  const { cursors } = await follow([respond([2], 'two')], {
    start: changes[0]?.cursor ?? '',
  });
  expect(cursors[0]).toBe('after 1');
});

it('an empty cursor is sent, so that a lost one does not begin with the oldest change', async () => {
  const { cursors, error } = await follow([fail(400)], { start: '' });
  expect(cursors).toEqual(['']);
  expect(error).toMatchObject({ status: 400 });
});

it('an error that can pass delays the changes, each time longer, and none is missing', async () => {
  const { numbers, cursors, waits } = await follow(
    [
      respond([1], 'one'),
      new TypeError('fetch failed'),
      fail(500),
      fail(503, { 'Retry-After': '60' }),
      fail(429),
      ...Array.from({ length: 5 }, () => fail(502)),
      respond([2], 'two'),
      fail(500),
      respond([3], 'three'),
    ],
    { interval: 5 },
  );
  expect(numbers).toEqual([1, 2, 3]);
  expect(cursors.slice(0, 11)).toEqual([null, ...Array(10).fill('one')]);
  expect(waits.slice(0, 13)).toEqual([
    5, 10, 20, 60, 80, 160, 300, 300, 300, 300, 5, 10, 5,
  ]);
});

it('an expired cursor is an error that says what to do', async () => {
  const { error } = await follow([respond([1], 'one'), fail(410)]);
  expect(error).toMatchObject({
    name: 'FitnessDataError',
    code: 'cursor_expired',
    status: 410,
    message:
      'The cursor has expired: read everything anew, and follow the changes from `now`.',
  });
});

it.each([400, 403])('the status %i ends the changes', async (status) => {
  const { error, cursors } = await follow([fail(status)]);
  expect(error).toMatchObject({ code: `http_${status}`, status });
  expect(cursors).toHaveLength(1);
});

it('a signal ends the changes with its reason', async () => {
  const controller = new AbortController();
  const reason = new Error('enough');
  const { error, numbers } = await follow([respond([1], 'one'), respond([2], 'two')], {
    signal: controller.signal,
    onWait: () => controller.abort(reason),
  });
  expect([error, numbers]).toEqual([reason, [1]]);
});

it('a signal ends a wait at once', async () => {
  const controller = new AbortController();
  const waiting = waitFor(600_000, controller.signal);
  const reason = new Error('enough');
  controller.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  await expect(waitFor(0, controller.signal)).rejects.toBe(reason);
});

it('a wait leaves no listener at the signal', async () => {
  const { signal } = new AbortController();
  await waitFor(0, signal);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
