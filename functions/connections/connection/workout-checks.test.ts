import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  findOrCreateCheck,
  isDeletionCertain,
  maxChecks,
  putCheck,
  putReported,
  toGone,
  toUnreadable,
  type WorkoutCheck,
} from './workout-checks.ts';

const daySeconds = 86_400;

it('an unreadable workout is tried again in longer and longer pauses, for weeks', () => {
  let check = findOrCreateCheck([], '1', 'unreadable', 0);
  const pauses: number[] = [];
  while (check.next < 60 * daySeconds) {
    const now = check.next;
    check = toUnreadable(check, now);
    pauses.push((check.next - now) / 3600);
  }
  expect(pauses.slice(0, 3)).toEqual([4 / 60, 8 / 60, 16 / 60]);
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
  // For 30 days every 12 hours, and then every week.
  expect(pauses.filter((hours) => hours === 12).length).toBeGreaterThan(50);
  expect(pauses.at(-1)).toBe(7 * 24);
});

it('a reported workout that is not there is looked at again soon, until a day has passed', () => {
  let check = findOrCreateCheck([], '1', 'changed', 0);
  const times: number[] = [];
  while (!isDeletionCertain(check, check.next)) {
    check = toGone(check, check.next);
    times.push(check.next / 60);
  }
  expect(times).toEqual([4, 12, 28, 60, 124, 252, 508, 1020, 1440]);
  expect(check).toMatchObject({ cause: 'changed', gone_since: 0 });
});

it('a report of a webhook has room although 70 workouts of lists are noted', () => {
  const checks: readonly WorkoutCheck[] = Array.from({ length: 70 }, (_, index) =>
    findOrCreateCheck([], String(index), 'unreadable', 0),
  );
  expect(putCheck(checks, findOrCreateCheck([], 'x', 'missing', 0))).toBeUndefined();
  expect(putReported(checks, { id: 'x', isDeleted: false }, 0)).toHaveLength(71);
  expect(putReported(checks, { id: '7', isDeleted: true }, 0)?.at(-1)).toMatchObject({
    id: '7',
    cause: 'deleted',
  });
});

it('a workout that cannot be read has the place of the first of those noted 30 days ago', () => {
  const checks: readonly WorkoutCheck[] = Array.from({ length: 70 }, (_, index) =>
    findOrCreateCheck(
      [],
      String(index),
      index === 3 ? 'missing' : 'unreadable',
      70 - index,
    ),
  );
  const later = findOrCreateCheck([], 'x', 'unreadable', 30 * daySeconds);
  expect(putCheck(checks, later)).toBeUndefined();
  const next = putCheck(checks, { ...later, since: later.since + 2 }) ?? [];
  expect(next.map(({ id }) => id)).toEqual([
    ...checks.slice(0, 69).map(({ id }) => id),
    'x',
  ]);
});

it('a full list takes at most 18 KB, so the connections of a person are two pages of 1 MB', () => {
  const checks: readonly WorkoutCheck[] = Array.from(
    { length: maxChecks.reported },
    () => {
      const id = randomUUID();
      const check = findOrCreateCheck([], id, 'unreadable', 1_795_000_000);
      const listed_from = '2026-11-20T09:30:00.000Z';
      return { ...toGone(check, 1_795_000_000), listed_from };
    },
  );
  // DynamoDB's own format has less: no quotation marks, and shorter numbers.
  expect(JSON.stringify(checks).length).toBeLessThan(18_000);
});
