import type { HistoryState } from '#functions/connections/connection/sync-state.ts';
import { toIntervalCursor } from '#functions/connections/provider-definition/list-workouts.ts';
import { toUtcDate } from '#shared/runtime/time.ts';
import { callProvider } from './call-provider.ts';
import { checkListed } from './compare-list.ts';
import { type FilesEnd, fetchFiles } from './fetch-files.ts';
import { importChanges, isRefused, isUnreadable } from './import-changes.ts';
import {
  addProgress,
  isTimeUp,
  keepLease,
  type Step,
  type Sync,
  succeed,
} from './steps.ts';
import { readEarlierMeasurements } from './sync-measurements.ts';
import { addWithheld } from './sync-workouts.ts';

/** The days of a window, which most lists can have at once. */
const windowMs = 180 * 86_400_000;

/** No watch or program has recorded workouts before. */
const earliest = '1995-01-01T00:00:00.000Z';

/** The tries after which the values of the body of a window are left out. */
const maxFailures = 3;

/** The failures that can be about the values, because the workouts were listed. */
const aboutValues: ReadonlySet<string> = new Set([
  'insufficient_scope',
  'malformed',
  'not_found',
  'rejected',
  'unauthorized',
  'unavailable',
]);

/** The most lists of a sync. A further sync continues. */
const maxLists = 15;

/**
 * Imports the workouts and values of the body from before the first import, if the person has asked
 * for them: window by window, backwards. Each list is saved with its workouts, so an interruption
 * repeats one at most. A window that cannot be read now, e.g. because of a limit of the provider,
 * waits for the next sync, and so does a list whose files are not all fetched, or whose values of
 * the body cannot be read, three times at most. Returns whether something is left.
 */
export async function readHistory(begun: Sync): Promise<Step<FilesEnd>> {
  let sync = begun;
  for (let lists = 0; lists < maxLists; lists += 1) {
    const { sync_history: history } = sync.connection;
    if (!history || history.is_read || !sync.provider.has_history)
      return succeed(sync, 'done');
    if (lists > 0 && isTimeUp(sync)) break;
    const { before } = history;
    const from = new Date(Date.parse(before) - windowMs);
    const { provider, context } = sync;
    const cursor =
      history.cursor ?? toIntervalCursor({ from: from.toISOString(), to: before });
    const listed = await callProvider(sync, (account) =>
      provider.listWorkouts(context, account, { from, cursor }),
    );
    if (!listed.ok) {
      const { sync: after, error } = listed;
      const canWait = ['not_found', 'rate_limited'].includes(error.kind);
      const isAboutWindow = canWait || isRefused(after, error) || isUnreadable(error);
      return isAboutWindow && !after.access.hasNoToken ? succeed(after, 'later') : listed;
    }
    const page = listed.value;
    const noted = checkListed(listed.sync, page) ?? listed.sync;
    const imported = await importChanges(addWithheld(noted, page), page.workouts, []);
    if (!imported.ok) return imported;
    const files = await fetchFiles(imported.sync);
    if (!files.ok || files.value !== 'done') return files;
    // A list that repeats a page has no end.
    const hasMore = page.hasMore && page.cursor !== cursor;
    const days = { first: toUtcDate(from), last: before.slice(0, 'yyyy-mm-dd'.length) };
    const values = hasMore ? files : await readEarlierMeasurements(files.sync, days);
    if (!values.ok && !aboutValues.has(values.error.kind))
      return values.error.kind === 'rate_limited'
        ? succeed(values.sync, 'later')
        : values;
    const failures = values.ok ? 0 : (history.failures ?? 0) + 1;
    const tried = { ...history, failures };
    if (failures > 0 && failures < maxFailures)
      return succeed(addProgress(values.sync, { sync_history: tried }), 'later');
    const saved = await keepLease(values.sync, {
      sync_history: hasMore
        ? { ...history, cursor: page.cursor }
        : toEarlier(from, failures),
    });
    if (!saved.ok) return saved;
    sync = { ...saved.sync, hasAdvanced: true };
  }
  return succeed(sync, 'more');
}

/** Returns the next window. If no values can be read, each takes one try. */
function toEarlier(from: Date, failures: number): HistoryState {
  const before = from.toISOString();
  const known = failures > 0 ? { before, failures } : { before };
  return before > earliest ? known : { before, is_read: true };
}
