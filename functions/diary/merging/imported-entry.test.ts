import { expect, it } from 'vitest';
import { toEntryUpdate } from '#functions/diary/entry/entry-update.ts';
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

it('is edited by a person who states that an unknown energy is 0', () => {
  const energy = { unit: 'calories' as const, value: 0 };
  const exercise = {
    type: 'exercise' as const,
    date: '2026-11-20',
    exercise: { id: '1' },
  };
  const unknown = { ...exercise, duration: 60, energy };
  const { set } = toEntryUpdate({ energy });
  expect(set).toEqual({ energy, energy_source: 'stated' });
  expect(toFieldsDigest({ ...unknown, ...set })).not.toBe(toFieldsDigest(unknown));
  const sentBack = toEntryUpdate({ energy, energy_source: 'unknown' });
  expect(toFieldsDigest({ ...unknown, ...sentBack.set })).toBe(toFieldsDigest(unknown));
  const estimated = {
    energy: { ...energy, value: 9 },
    energy_source: 'estimated' as const,
  };
  expect(toFieldsDigest({ ...unknown, ...estimated })).toBe(toFieldsDigest(unknown));
});
