import * as identities from '#functions/auth/identity/identity.store.ts';
import { hasHealthConsent } from '#functions/auth/identity/processing.ts';
import * as measurements from '#functions/diary/measurement/measurement.store.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { Table } from '#shared/table/table.ts';
import type { FoundMeasurements } from '../archives/list-archive.ts';
import { mayMeasure } from '../file-import.ts';
import type { FileLine } from '../file-line.ts';
import { type ChangeCounts, createChangeCounter } from '../formats/file-changes.ts';
import type { FindFileSource } from './file-devices.store.ts';
import { type JobRun, noteMeasuredDays, toRemovalCount } from './import-run.store.ts';

type Outcome = Pick<FileLine, 'state' | 'reason' | 'measurements' | 'changes'>;

/**
 * Stores the values of the body that an export has, in parts: an interrupted run stores them again.
 * Those that the import was the first to bring count as its own, however often it was interrupted.
 * Returns what became of them, or undefined if the run has ended.
 */
export async function importMeasurements(
  table: Table<'get' | 'getEach' | 'put' | 'update' | 'check' | 'transact'>,
  run: JobRun,
  found: FoundMeasurements,
  { counted, findSource }: { counted?: ChangeCounts; findSource?: FindFileSource } = {},
): Promise<Outcome | undefined> {
  const { user_id, job } = run;
  if (!mayMeasure(job)) return { state: 'skipped', reason: 'no_body_scope' };

  const { note, changes } = createChangeCounter(counted);
  const { part_removed: removed = 0 } = job;
  const counts = { stored: 0, unchanged: 0, ignored: 0, removed };
  for (const group of found.measurements.list(note)) {
    const { source_name, device, stated, values } = group;
    if (!(await noteMeasuredDays(table, run, values))) return undefined;
    const data_source_id = await findSource?.(device);
    const named = { source_name, ...compact({ data_source_id }) };
    const source = { kind: 'file' as const, ...named, ...stated };
    const countRemoved = (removed: number) => toRemovalCount(run, removed);
    const { listed } = found;
    const batch = { source, sent: values, import_id: job.id, countRemoved, listed };
    const outcomes = await measurements.storeInParts(table, user_id, batch);
    if (!outcomes) {
      const reason = await findRefusal(table, run);
      if (!reason) return undefined;
      if (counts.stored === 0) return { state: 'skipped', reason };
      return { state: 'imported', reason, measurements: counts.stored };
    }
    counts.stored += outcomes.stored;
    counts.unchanged += outcomes.unchanged;
    counts.ignored += outcomes.ignored;
    counts.removed += outcomes.removed;
  }
  note('values_removed', counts.removed);
  note('values_left_out', counts.ignored);
  const changed = Object.keys(changes).length > 0 ? { changes } : {};
  const { stored, unchanged } = counts;
  if (stored > 0) return { state: 'imported', measurements: stored, ...changed };
  if (unchanged > 0) return { state: 'duplicate', ...changed };
  return { state: 'skipped', reason: 'no_values', ...changed };
}

/** Returns why an import may store no values of the body, if it may not. */
export async function findRefusal(
  table: Table<'get'>,
  { user_id, job }: JobRun,
): Promise<'no_body_scope' | 'no_body_consent' | undefined> {
  if (!mayMeasure(job)) return 'no_body_scope';
  const profile = await identities.findProfile(table, user_id);
  return profile && hasHealthConsent(profile) ? undefined : 'no_body_consent';
}
