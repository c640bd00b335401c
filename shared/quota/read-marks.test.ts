import { expect, it } from 'vitest';
import { listDatesRead, listReadMarks } from './read-marks.ts';

it('finds the dates of a read in its query, or else in the items of the reply', () => {
  const entry = { date: '2026-11-20', start_time: '2026-11-20T07:00:00Z' };
  const body = { items: [entry, { ...entry, date: '2026-11-19' }] };
  expect(listDatesRead({ query: { entry_date: '2026-11-21' }, body })).toEqual([
    '2026-11-21',
  ]);
  const query = { from: '2026-11-01', to: '2026-11-30' };
  expect(listDatesRead({ query, body })).toEqual(['2026-11-01', '2026-11-30']);
  expect(listDatesRead({ query: undefined, body })).toEqual(['2026-11-20', '2026-11-19']);
  const page = { ...body, _links: { next: [] } };
  expect(listDatesRead({ query, body: page })).toEqual(['2026-11-20', '2026-11-19']);
  expect(listDatesRead({ query: {}, body: entry })).toEqual(['2026-11-20']);
  expect(listDatesRead({ query: undefined, body: '<html>' })).toEqual([]);
  const devices = ['2026-99-99', '2026-02-30', '0000-00-00', '2024-02-29'];
  expect(devices.flatMap((device) => listDatesRead({ query: { device }, body }))).toEqual(
    [body, body, body].flatMap(() => ['2026-11-20', '2026-11-19']).concat('2024-02-29'),
  );
});

it('lists what was read of each kind of data, with the ends of its dates', () => {
  const marks = listReadMarks({
    day: 8,
    reads_diary: 5,
    dates_diary_a: new Set(['2026-11-20']),
    dates_diary_b: new Set(['2026-11-02', '2026-11-10']),
    reads_profile: 1,
  });
  expect(marks).toEqual([
    { kind: 'profile', reads: 1 },
    { kind: 'diary', reads: 5, earliest_date: '2026-11-02', latest_date: '2026-11-20' },
  ]);
});
