import { expect, it } from 'vitest';
import { toFieldsDigest } from './imported-entry.ts';

it.each([
  {
    members: 'all members',
    others: {
      start_time: '2026-11-20T18:00:00+01:00',
      avg_heart_rate: 140,
      max_heart_rate: 170,
      distance: 5000,
      max_speed: 4,
      elevation_change: 50,
    },
    digest: 'kxC_NPThce2p5ls5rb7ZJs',
  },
  {
    members: 'the required members',
    others: {},
    digest: 'qJei9UgOOfdEoG95zvImhX',
  },
])('an entry with $members has the digest that stored entries have', (row) => {
  const entry = {
    type: 'exercise' as const,
    date: '2026-11-20',
    exercise: { id: '1' },
    duration: 1800,
    energy: { unit: 'calories' as const, value: 300 },
    ...row.others,
  };
  expect(toFieldsDigest(entry)).toBe(row.digest);
});
