import { expect, it } from 'vitest';
import { getLocalDay, maxWorkoutDuration } from '#functions/diary/import/workout.ts';
import { listMutatedFiles } from '#kit/workout-files/mutated-files.ts';
import { decodeFile } from './decode-file.ts';
import { readProblems, skipReasons } from './decoded-file.ts';

const context = { timeZone: 'Europe/Berlin' };

it('ends with plausible workouts or a known reason, whatever is broken in a file', () => {
  const outcomes = { workouts: 0, skipped: 0, unreadable: 0 };
  for (const bytes of listMutatedFiles(20_261_126, 2000)) {
    const decoded = decodeFile(bytes, 'run.fit', context);
    outcomes[decoded.outcome] += 1;
    if (decoded.outcome === 'skipped') expect(skipReasons).toContain(decoded.reason);
    if (decoded.outcome === 'unreadable') expect(readProblems).toContain(decoded.reason);
    if (decoded.outcome !== 'workouts') continue;
    for (const workout of decoded.workouts) {
      expect(new Date(workout.start_time).toISOString()).toBe(workout.start_time);
      expect(getLocalDay(workout)).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(workout.duration).toBeGreaterThan(0);
      expect(workout.duration).toBeLessThanOrEqual(maxWorkoutDuration);
      const numbers = Object.values(workout).filter((value) => typeof value === 'number');
      expect(numbers.every(Number.isFinite)).toBe(true);
    }
  }
  // The changes break many files, but not all.
  expect(Math.min(...Object.values(outcomes))).toBeGreaterThan(50);
});
