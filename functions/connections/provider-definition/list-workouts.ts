import * as z from 'zod/mini';
import type { Workout } from '#functions/diary/workout-import/workout.ts';
import { tryParseJson } from '#shared/outgoing/outgoing.ts';
import { compact } from '#shared/runtime/compact.ts';
import { failure, success } from '#shared/runtime/result.ts';
import { type ProviderRequest, toGet } from './call.ts';
import type { ProviderDefinition, WorkoutPage, WorkoutRange } from './provider.ts';
import { type ReadItem, readWorkouts } from './readings.ts';

/**
 * An interval of start times that one sync reads page by page. It is for providers that cannot
 * list what changed since a time.
 */
export interface Window {
  /** ISO 8601 in UTC. */
  from: string;
  to: string;
  /** When a window with this start was first read, in ISO 8601. */
  since: string;
  /**
   * The start of the page, in the provider's terms. Absent for the first page, and empty if a list
   * begins again.
   */
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
  /** Returns the request for a URL with the access to an account. Defaults to a bearer token. */
  toRequest?: typeof toGet;
  Page: Page;
  /** Returns undefined for a page after which the list cannot continue. */
  readPage(page: z.output<Page>, window: Window): ListPage | undefined;
  Item: Item;
  /** Reads the id of an item. Defaults to its member `id`. */
  Id?: z.ZodMiniType<string>;
  toWorkout(item: z.output<Item>): ReadItem;
}

/** Returns the function that lists workouts by windows of start times. */
export function listByWindow<Page extends z.ZodMiniType, Item extends z.ZodMiniType>({
  request,
  toUrl,
  toRequest = toGet,
  Page,
  readPage,
  Item,
  Id,
  toWorkout,
}: WindowList<Page, Item>): ProviderDefinition['listWorkouts'] {
  return async (context, { access_token }, range) => {
    const window = openWindow(range, context.now);
    const get = toRequest(toUrl(window), access_token);
    const response = await request(context, get, Page);
    if (!response.ok) return response;

    const listed = readPage(response.value, window);
    if (!listed) return failure({ kind: 'malformed' });
    const { items, next } = listed;
    const { from, to, since } = window;
    const page: WorkoutPage = {
      ...readWorkouts(items, Item, toWorkout, Id),
      cursor: JSON.stringify(compact({ from, to, since, position: next })),
      hasMore: next !== undefined,
      listedInterval: { from, to },
    };
    return success(page);
  };
}

/**
 * Returns the first and last moment of what is left of a window whose pages are read by time. A
 * list that is read so loses no workout at the border of two pages if another one is deleted or
 * added meanwhile.
 */
export function getUnreadPart({ from, to, position = '' }: Window) {
  const [start = Number.NaN, end = Number.NaN] = position.split(' ').map(Date.parse);
  const isKnown = !Number.isNaN(start) && !Number.isNaN(end);
  return isKnown
    ? { from: new Date(start), to: new Date(end) }
    : { from: new Date(from), to: new Date(to) };
}

interface PageByTime {
  /** Reads the start of an item. */
  Start: z.ZodMiniType<string>;
  /**
   * Whether the page has as many items as one can have. After a shorter one, the list continues
   * until a page is empty. Return `{ items }` if the provider says that a page is the last.
   */
  isFull: boolean;
  /** The usual order. It decides where a page continues whose workouts do not tell their order. */
  order: 'oldest_first' | 'newest_first';
}

/**
 * Returns a page of a list that is read by time. The page after a full page begins with the second
 * in which that ends.
 */
export function toPageByTime(
  items: readonly unknown[],
  window: Window,
  { Start, isFull, order }: PageByTime,
): ListPage | undefined {
  const starts = items.flatMap((item) => {
    const start = Start.safeParse(item);
    return start.success ? [Date.parse(start.data)] : [];
  });
  // A provider out of order may list nothing where others follow. The workouts of the page would be
  // lost if the list continued after it.
  if (isFull && starts.length === 0) return undefined;

  const part = getUnreadPart(window);
  const [from, to] = [part.from.getTime(), part.to.getTime()];
  const inPart = starts.filter((start) => start > from - secondMs && start <= to);
  const [first, last] = [inPart[0], inPart.at(-1)];
  if (first === undefined || last === undefined) return { items };

  const step = isFull && first !== last ? 0 : secondMs;
  const isOldestFirst = first === last ? order === 'oldest_first' : first < last;
  const rest = isOldestFirst ? { from: last + step, to } : { from, to: last - step };
  if (rest.from > rest.to) return { items };
  const times = [rest.from, rest.to].map((time) => new Date(time).toISOString());
  return { items, next: times.join(' ') };
}

const secondMs = 1000;
const dayMs = 86_400_000;

/** The days back from its end that the window of each sync has at least. */
export const listedDays = 7;

/** Returns whether a window is longer than those of daily syncs, even if one was missed. */
export function isLongWindow({ from, to }: Pick<Window, 'from' | 'to'>): boolean {
  return Date.parse(to) - Date.parse(from) > (listedDays + 2.5) * dayMs;
}

/** A resource with one workout, whose id follows `url`. */
interface WorkoutSource<Item extends z.ZodMiniType>
  extends Pick<WindowList<never, Item>, 'request' | 'Item'> {
  url: string;
  /** Returns `skip` for what is no workout, and undefined for what it cannot read. */
  toWorkout(item: z.output<Item>): Workout | 'skip' | undefined;
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
    const isRequested = workout?.remote_id === remote_id;
    return isRequested ? success(workout) : failure({ kind: 'malformed' });
  };
}

/**
 * The time after its start in which a workout may arrive or change, in milliseconds. Each sync
 * reads this period again. Webhooks report later changes.
 */
const overlapMs = listedDays * dayMs;

/**
 * The time for which the start of a long window, e.g. that of a first import, is read again, in
 * milliseconds. A provider out of order may list nothing for days, and no later window would have
 * what was missing then.
 */
const longWindowMs = 3 * dayMs;

/**
 * Returns the window to read: the unfinished window in the cursor, or a new window that ends now
 * and overlaps the previous window. Without a readable cursor, the new window starts at `from`.
 */
function openWindow({ from, cursor, since }: WorkoutRange, now: Date): Window {
  const stored = cursor === undefined ? undefined : parseCursor(cursor);
  if (stored?.position !== undefined) return stored;

  const overlapStart = stored ? Date.parse(stored.to) - overlapMs : 0;
  const isKept =
    stored !== undefined && isLongWindow(stored) && isRecent(stored.since, now);
  const earliest = Math.min(
    isKept ? Date.parse(stored.from) : overlapStart,
    since?.getTime() ?? overlapStart,
  );
  const start = new Date(Math.max(earliest, from.getTime()));
  return {
    from: start.toISOString(),
    to: now.toISOString(),
    since: isKept ? stored.since : now.toISOString(),
  };
}

/**
 * Returns the cursor of the first page of the window of a cursor, or undefined if the cursor is not
 * within a window.
 */
export function toFirstPage(cursor: string): string | undefined {
  const window = parseCursor(cursor);
  return window?.position && JSON.stringify({ ...window, position: '' });
}

/** Returns the cursor of the first page of a list of all workouts of an interval. */
export function toIntervalCursor({ from, to }: Pick<Window, 'from' | 'to'>): string {
  return JSON.stringify({ from, to, since: from, position: '' } satisfies Window);
}

function isRecent(since: string, now: Date): boolean {
  return now.getTime() - Date.parse(since) < longWindowMs;
}

const StoredWindow = z.object({
  from: z.string(),
  to: z.string(),
  since: z.optional(z.string()),
  position: z.catch(z.optional(z.string()), undefined),
});

function parseCursor(cursor: string): Window | undefined {
  const parsed = StoredWindow.safeParse(tryParseJson(cursor));
  if (!parsed.success) return undefined;
  const { from, to, since = to, position } = parsed.data;
  return compact({ from, to, since, position });
}
