import { expect, it } from 'vitest';
import { sumReads } from './reads.ts';

it('sums what a client has read of each kind of data, with the ends of all dates', () => {
  const client_id = 'watch';
  const diary = { client_id, kind: 'diary', reads: 3 } as const;
  const marks = [
    {
      ...diary,
      date: '2026-11-27',
      earliest_date: '2026-11-20',
      latest_date: '2026-11-27',
    },
    { client_id, kind: 'profile', reads: 1, date: '2026-11-26' } as const,
    {
      ...diary,
      date: '2026-11-25',
      earliest_date: '2026-01-01',
      latest_date: '2026-11-25',
    },
  ];
  expect(sumReads(marks)).toEqual([
    { kind: 'profile', reads: 1, last_read_on: '2026-11-26' },
    {
      kind: 'diary',
      reads: 6,
      last_read_on: '2026-11-27',
      earliest_date: '2026-01-01',
      latest_date: '2026-11-27',
    },
  ]);
});
