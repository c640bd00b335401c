import { expect, it } from 'vitest';
import { summarizeUsage } from './usage.ts';

const now = new Date('2026-11-27T09:20:00Z');

it('sums the requests of a client by day, and by endpoint and status', () => {
  const usage = summarizeUsage(
    [
      {
        date: '2026-11-26',
        use: { day: 9, q3: 9, people: 2, 'GET /diary 200': 5, 'POST /diary 500': 1 },
      },
      {
        date: '2026-11-27',
        use: { day: 7, q36: 3, q37: 4, 'GET /diary 200': 4, 'GET /diary 404': 3 },
      },
    ],
    now,
  );
  expect(usage).toEqual({
    days: [
      {
        date: '2026-11-27',
        people: 0,
        requests: 7,
        succeeded: 4,
        refused: 3,
        failed: 0,
      },
      {
        date: '2026-11-26',
        people: 2,
        requests: 6,
        succeeded: 5,
        refused: 0,
        failed: 1,
      },
    ],
    responses: [
      { endpoint: 'GET /diary', status: 200, count: 9 },
      { endpoint: 'GET /diary', status: 404, count: 3 },
      { endpoint: 'POST /diary', status: 500, count: 1 },
    ],
    errors: [],
    taken: { '15min': 4, day: 7 },
  });
});

it('lists the last 20 errors of all days, the latest first', () => {
  const newErrors = (date: string, count: number) =>
    Array.from(
      { length: count },
      (_, index) =>
        `${date}T09:15:${10 + index}.000Z 404 not_found r${index} GET /diary/{id}`,
    );
  // An error that was written after midnight.
  const late = '2026-11-26T23:59:59.000Z 404 not_found r GET /diary/{id}';
  const ofToday = [late, ...newErrors('2026-11-27', 10)];
  const { errors } = summarizeUsage(
    [
      { date: '2026-11-26', use: { errors_a: new Set(newErrors('2026-11-26', 15)) } },
      { date: '2026-11-27', use: { errors_b: new Set(ofToday) } },
    ],
    now,
  );
  expect(errors).toHaveLength(20);
  expect(errors[0]).toEqual({
    datetime: '2026-11-27T09:15:19.000Z',
    endpoint: 'GET /diary/{id}',
    status: 404,
    code: 'not_found',
    request_id: 'r9',
  });
  expect(errors[10]?.datetime).toBe('2026-11-26T23:59:59.000Z');
  expect(errors[11]?.datetime).toBe('2026-11-26T09:15:24.000Z');
});
