import { describe, expect, it } from 'vitest';
import { addDays, dateBounds } from '#functions/diary/entry/dates.ts';
import { formatInstant } from '#functions/diary/workout-import/plausible-workout.ts';
import { getLocalDay } from '#functions/diary/workout-import/workout.ts';
import { createWorkout } from './readings.ts';

const readings = {
  remote_id: '1',
  start_time: '2026-01-12T23:30:00Z',
  utc_offset: 3600,
  local_day: undefined,
  has_floating_start: undefined,
  duration: 600,
  energy: undefined,
  distance: undefined,
  avg_heart_rate: undefined,
  max_heart_rate: undefined,
  max_speed: undefined,
  elevation_gain: undefined,
  activity_type_id: '1',
  remote_activity: 'run',
  device: undefined,
  is_relayed: undefined,
  isSummary: undefined,
};

describe('a workout', () => {
  it.each([1e20, -72_000, Number.NaN])(
    'is read without an offset of %d seconds from UTC, which no place has',
    (utc_offset) => {
      const workout = createWorkout({ ...readings, utc_offset });
      expect(workout).not.toHaveProperty('utc_offset');
      expect(workout && getLocalDay(workout)).toBe('2026-01-12');
    },
  );

  it.each([
    undefined,
    '',
    'soon',
    '0001-01-01T00:00:00Z',
    '+033658-01-01T00:00:00Z',
    // The last time that a Date can have. With the offset, it is out of range.
    '+275760-09-13T00:00:00Z',
  ])('cannot be read if it starts at %j', (start_time) => {
    expect(createWorkout({ ...readings, start_time })).toBeUndefined();
  });

  it('has a word for the sport that was shortened between two characters', () => {
    const remote_activity = `${'x'.repeat(99)}😀 and more`;
    const workout = createWorkout({ ...readings, remote_activity });
    expect(workout?.remote_activity).toBe(`${'x'.repeat(99)}😀`);
  });

  it('cannot be read if its id is no text', () => {
    expect(createWorkout({ ...readings, remote_id: '\ud800' })).toBeUndefined();
  });

  it('can be read if it starts on a day of the diary, at the place', () => {
    const isReadable = (date: string, time: string) =>
      createWorkout({ ...readings, start_time: `${date}T${time}:00Z` }) !== undefined;
    const { first, last } = dateBounds;
    expect(isReadable(addDays(first, -1), '22:59')).toBe(false);
    expect(isReadable(addDays(first, -1), '23:00')).toBe(true);
    expect(isReadable(last, '22:59')).toBe(true);
    expect(isReadable(last, '23:00')).toBe(false);
  });
});

it.each([
  [0, '1970-01-01T00:00:00.000Z'],
  [Number.NaN, undefined],
  [1e16, undefined],
])('formats %d ms after 1970 as %s', (ms, text) => {
  expect(formatInstant(ms)).toBe(text);
});
