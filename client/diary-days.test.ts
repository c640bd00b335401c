import { expect, it } from 'vitest';
import { type DateRange, iterateDays } from './diary-days.ts';
import { createRequests, type DiaryPaths } from './requests.ts';

/** Lists the dates that are requested for a range. Each response is an empty day. */
async function listRequestedDates(range: DateRange) {
  const dates: (string | null)[] = [];
  const requests = createRequests<DiaryPaths>(
    'https://diary.example/v2',
    async ({ url }) => {
      dates.push(new URL(url).searchParams.get('entry_date'));
      return Response.json({ items: [] });
    },
  );
  for await (const { items } of iterateDays(requests, range)) expect(items).toEqual([]);
  return dates;
}

it('requests each day of a range, across the end of a month', async () => {
  const range = { from: '2028-02-28', to: '2028-03-01' };
  expect(await listRequestedDates(range)).toEqual([
    '2028-02-28',
    '2028-02-29',
    '2028-03-01',
  ]);
});

it('requests nothing if the range ends before it starts', async () => {
  const range = { from: '2026-11-20', to: '2026-11-19' };
  expect(await listRequestedDates(range)).toEqual([]);
});

it.each(['', 'today', '1', '2026-13-01', '2026-02-29', '2026-11-19T10:00:00Z'])(
  'rejects a range from %j, which is no date',
  async (from) => {
    const range = { from, to: '2026-11-20' };
    await expect(listRequestedDates(range)).rejects.toThrow(RangeError);
  },
);
