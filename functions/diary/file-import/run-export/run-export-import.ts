import * as dataPolicies from '#functions/auth/data-policy/data-policy.store.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import * as processing from '#functions/auth/identity/processing.store.ts';
import { newId } from '#shared/runtime/ids.ts';
import { exists } from '#shared/table/condition.ts';
import { type OpenExport, openExport } from '../archives/export-manifest.ts';
import { type FileLine, linesPerItem } from '../file-line.ts';
import {
  type ExportPart,
  listExportParts,
  listPolicyTypes,
} from '../own-export/list-parts.ts';
import { addLines, type RunContext } from '../run/import-listed.ts';
import * as runs from '../run/import-run.store.ts';
import {
  endImport,
  holdImport,
  maxRunStarts,
  type RunOutcome,
} from '../run/run-import.ts';
import { importPart } from './import-part.ts';

/** The most parts of an export, whose lines are stored. */
const maxParts = 20_000;

/** What a run of the import of an export needs. */
export type ExportRunContext = Omit<RunContext, 'files'> & {
  files: Pick<RunContext['files'], 'read' | 'delete'>;
};

/**
 * Runs the import of an export from where the run before it has stopped. It can be interrupted at
 * any point: the next run imports the part again whose line is not stored, which changes nothing.
 */
export async function runExportImport(
  deps: ExportRunContext,
  user_id: string,
  request: runs.RunRequest,
): Promise<RunOutcome> {
  const { table, getNow } = deps;
  const requested = await runs.findRun(table, user_id, request);
  if (!requested) return { outcome: 'outdated' };
  const run = await runs.beginRun(table, requested, newId(getNow()));
  if (!run) return { outcome: 'superseded' };
  if (run.job.starts > maxRunStarts) return endImport(deps, run, 'interrupted');
  if (await processing.isRestricted(table, user_id)) return holdImport(deps, run);

  const { job } = run;
  const isBegun = job.reread_datetime === undefined || job.files_done > 0;
  if (!isBegun && !(await runs.deleteLines(table, run))) return { outcome: 'superseded' };
  const opened = await openExport(deps.files, user_id, job);
  if (!opened) return endImport(deps, run, 'file_missing');
  const end = await importParts(deps, run, opened);
  if (end === 'restricted') return holdImport(deps, run);
  if (end === 'superseded') return { outcome: end };
  if (end === 'all_imported') return endImport(deps, run);
  const isRequested = await runs.requestNextRun(table, run);
  return { outcome: isRequested ? 'continued' : 'superseded' };
}

type ImportEnd = 'all_imported' | 'time_up' | 'restricted' | 'superseded';

/** Imports the parts that are left, and saves after each what became of it. */
async function importParts(
  deps: ExportRunContext,
  run: runs.JobRun,
  { manifest, members }: OpenExport,
): Promise<ImportEnd> {
  const { table, getNow, isTimeUp } = deps;
  const overrides = await dataPolicies.findOverrides(table);
  const madeAt = readTime(manifest.created_datetime, getNow());
  let saved: readonly FileLine[] = await runs.readLastLines(table, run);
  const profile = await identities.findProfile(table, run.user_id);
  const named = new Set(profile?.connected_types);
  const { cursor } = run.job;
  const parts = manifest.isReadable
    ? listExportParts(members, overrides)
    : listUnreadable();
  for await (const part of parts) {
    if (part.number < cursor) continue;
    if (part.number >= maxParts) break;
    if (await processing.isRestricted(table, run.user_id)) return 'restricted';
    for (const type of listPolicyTypes(part).difference(named)) {
      await nameType(table, run.user_id, type);
      named.add(type);
    }
    const done = await importPart(deps, run, part, madeAt);
    const lines = done && (await saveLine(table, run, saved, done));
    if (!lines) return 'superseded';
    saved = lines.length < linesPerItem ? lines : [];
    if (isTimeUp()) return 'time_up';
  }
  return 'all_imported';
}

/** Names a provider in the profile as a connected one, so that people can choose who sees it. */
async function nameType(
  table: RunContext['table'],
  user_id: string,
  type: string,
): Promise<void> {
  const change = { include: { connected_types: type } };
  await table.updateWithoutReturnValues(identityKeys.user(user_id), change, exists);
}

async function* listUnreadable(): AsyncGenerator<ExportPart> {
  const unread = { kind: 'unread' as const, reason: 'newer_export' as const };
  yield { number: 0, name: 'manifest.json', ...unread };
}

/** Returns when an export was made, in epoch milliseconds, which was not later than now. */
function readTime(stated: unknown, now: Date): number {
  const time = typeof stated === 'string' ? Date.parse(stated) : Number.NaN;
  return time >= 0 ? Math.min(time, now.getTime()) : now.getTime();
}

/** Saves the line of a part with the progress. Returns the lines of its item. */
async function saveLine(
  table: RunContext['table'],
  run: runs.JobRun,
  saved: readonly FileLine[],
  { line, created }: { line: FileLine; created: number },
): Promise<readonly FileLine[] | undefined> {
  const { job } = run;
  const lines = [...saved, line];
  const progress = {
    ...addLines(job, [line]),
    cursor: line.number + 1,
    entries: job.entries + created,
    measurements: (job.measurements ?? 0) + (line.measurements ?? 0),
  };
  const start = job.files_done - saved.length;
  if (!(await runs.saveLines(table, run, { start, lines }, progress))) return undefined;
  run.job = { ...job, ...progress };
  return lines;
}
