import { expect, it, vi } from 'vitest';
import {
  type FileWorkout,
  getLocalDay,
  maxWorkoutDuration,
} from '#functions/diary/workout-import/workout.ts';
import { listMutatedFiles } from '#kit/workout-files/mutated-files.ts';
import { decodeFile } from './decode-file.ts';
import { readProblems, skipReasons } from './decoded-file.ts';

const reasons = new Set<string>([...skipReasons, ...readProblems]);

function isPlausible(workout: FileWorkout): boolean {
  const { start_time, duration } = workout;
  const numbers = Object.values(workout).filter((value) => typeof value === 'number');
  return (
    new Date(start_time).toISOString() === start_time &&
    /^\d{4}-\d\d-\d\d$/.test(getLocalDay(workout)) &&
    duration > 0 &&
    duration <= maxWorkoutDuration &&
    numbers.every(Number.isFinite)
  );
}

it('ends with plausible workouts or a known reason, whatever is broken in a file', () => {
  const counts = { workouts: 0, skipped: 0, unreadable: 0 };
  const faults: unknown[] = [];
  // A fault of ours is logged, and would look like one of the file.
  using _ = vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    faults.push(line);
    return true;
  });
  for (const bytes of listMutatedFiles(20_261_126, 2000)) {
    const decoded = decodeFile(bytes, 'run.fit', { timeZone: 'Europe/Berlin' });
    counts[decoded.outcome] += 1;
    const isSound =
      decoded.outcome === 'workouts'
        ? decoded.workouts.every(isPlausible)
        : reasons.has(decoded.reason);
    if (!isSound) faults.push(decoded);
  }
  expect(faults).toEqual([]);
  // The changes break many files, but not all.
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(50);
});
