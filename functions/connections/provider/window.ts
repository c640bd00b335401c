import type { Workout } from '#functions/diary/import/workout.ts';
import { tryParseJson } from '#shared/outgoing/outgoing.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { WorkoutPage, WorkoutRange } from './provider.ts';

/**
 * An interval of start times that one sync reads page by page. It is for providers that cannot
 * list what changed since a time.
 */
export interface Window {
  /** ISO 8601 in UTC. */
  from: string;
  to: string;
  /** Where the next page starts, in the provider's terms. Absent for the first page. */
  position?: string;
}

/** What a provider returned for a window. */
export interface WindowPage {
  workouts: readonly Workout[];
  unreadable: number;
  /** The position of the next page, unless this is the last one. */
  next?: string | undefined;
}

/**
 * How long after its start a workout may arrive or change, in milliseconds. Each sync reads this
 * period again. Webhooks report later changes.
 */
const overlapMs = 7 * 86_400_000;

/**
 * Returns the window to read: the unfinished window in the cursor, or a new window that ends now
 * and overlaps the previous window. Without a readable cursor, the new window starts at `from`.
 */
export function openWindow({ from, cursor }: WorkoutRange, now: Date): Window {
  const stored = cursor === undefined ? undefined : parseCursor(cursor);
  if (stored?.position !== undefined) return stored;

  const overlapStart = stored ? Date.parse(stored.to) - overlapMs : 0;
  const start = new Date(Math.max(overlapStart, from.getTime()));
  return { from: start.toISOString(), to: now.toISOString() };
}

function parseCursor(cursor: string): Window | undefined {
  const value = tryParseJson(cursor);
  if (typeof value !== 'object' || value === null) return undefined;

  const { from, to, position } = value as Readonly<Record<string, unknown>>;
  if (typeof from !== 'string' || typeof to !== 'string') return undefined;
  return compact({
    from,
    to,
    position: typeof position === 'string' ? position : undefined,
  });
}

/** Returns a page of a window with the cursor that continues after it. */
export function toWorkoutPage(
  { from, to }: Window,
  { workouts, unreadable, next }: WindowPage,
): WorkoutPage {
  return {
    workouts,
    unreadable,
    cursor: JSON.stringify(compact({ from, to, position: next })),
    hasMore: next !== undefined,
    completeInterval: { from, to },
  };
}
