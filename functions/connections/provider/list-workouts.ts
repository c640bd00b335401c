import type * as z from 'zod/mini';
import type { Workout } from '#functions/diary/import/workout.ts';
import { tryParseJson } from '#shared/outgoing/outgoing.ts';
import { compact } from '#shared/runtime/compact.ts';
import { failure, success } from '#shared/runtime/result.ts';
import { type ProviderRequest, toGet } from './call.ts';
import type { ProviderDefinition, WorkoutPage, WorkoutRange } from './provider.ts';
import { readWorkouts } from './readings.ts';

/**
 * An interval of start times that one sync reads page by page. It is for providers that cannot
 * list what changed since a time.
 */
export interface Window {
  /** ISO 8601 in UTC. */
  from: string;
  to: string;
  /** The start of the page, in the provider's terms. Absent for the first page. */
  position?: string;
}

/** A page of a list: its items, and where the next page starts, unless it is the last. */
interface ListPage {
  items: readonly unknown[];
  next?: string | undefined;
}

/** The list of the workouts of a window. */
interface WindowList<Page extends z.ZodMiniType, Item extends z.ZodMiniType> {
  request: ProviderRequest;
  /** Returns the URL of the page at the position of the window. */
  toUrl(window: Window): string;
  Page: Page;
  readPage(page: z.output<Page>, window: Window): ListPage;
  Item: Item;
  /** Returns `skip` for an item that is not a workout, and undefined for one it cannot read. */
  toWorkout(item: z.output<Item>): Workout | 'skip' | undefined;
}

/** Returns the function that lists workouts by windows of start times. */
export function listByWindow<Page extends z.ZodMiniType, Item extends z.ZodMiniType>({
  request,
  toUrl,
  Page,
  readPage,
  Item,
  toWorkout,
}: WindowList<Page, Item>): ProviderDefinition['listWorkouts'] {
  return async (context, { access_token }, range) => {
    const window = openWindow(range, context.now);
    const get = toGet(toUrl(window), access_token);
    const response = await request(context, get, Page);
    if (!response.ok) return response;

    const { items, next } = readPage(response.value, window);
    const { from, to } = window;
    const page: WorkoutPage = {
      ...readWorkouts(items, Item, toWorkout),
      cursor: JSON.stringify(compact({ from, to, position: next })),
      hasMore: next !== undefined,
      completeInterval: { from, to },
    };
    return success(page);
  };
}

/** A resource with one workout, whose id follows `url`. */
interface WorkoutSource<Item extends z.ZodMiniType>
  extends Pick<WindowList<never, Item>, 'request' | 'Item' | 'toWorkout'> {
  url: string;
}

/** Returns the function that fetches one workout. */
export function fetchById<Item extends z.ZodMiniType>({
  request,
  url,
  Item,
  toWorkout,
}: WorkoutSource<Item>): NonNullable<ProviderDefinition['fetchWorkout']> {
  return async (context, { access_token }, remote_id) => {
    const get = toGet(`${url}/${encodeURIComponent(remote_id)}`, access_token);
    const response = await request(context, get, Item);
    if (!response.ok) return response;

    const workout = toWorkout(response.value);
    if (workout === 'skip') return failure({ kind: 'not_found' });
    return workout ? success(workout) : failure({ kind: 'malformed' });
  };
}

/**
 * The time after its start in which a workout may arrive or change, in milliseconds. Each sync
 * reads this period again. Webhooks report later changes.
 */
const overlapMs = 7 * 86_400_000;

/**
 * Returns the window to read: the unfinished window in the cursor, or a new window that ends now
 * and overlaps the previous window. Without a readable cursor, the new window starts at `from`.
 */
function openWindow({ from, cursor }: WorkoutRange, now: Date): Window {
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
