import * as dataPolicies from '#functions/auth/data-policy/data-policy.store.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import * as processing from '#functions/auth/identity/processing.store.ts';
import type { Objects } from '#shared/objects/objects.ts';
import { exists } from '#shared/table/condition.ts';
import { type OpenExport, openExport } from '../archives/export-manifest.ts';
import { listBounds } from '../archives/list-bounds.ts';
import type { FileLine } from '../file-line.ts';
import {
  type ExportPart,
  listExportParts,
  listPolicyTypes,
} from '../own-export/list-parts.ts';
import type { RunContext } from '../run/import-listed.ts';
import * as runs from '../run/import-run.store.ts';
import { type ImportStop, performRun, type RunOutcome } from '../run/perform-run.ts';
import { saveFileLines } from '../run/save-file-lines.ts';
import { importPart } from './import-part.ts';

/** What a run of the import of an export needs. */
export type ExportRunContext = Omit<RunContext, 'files'> & {
  files: Pick<RunContext['files'], 'read' | 'delete'>;
  originals: Objects<'put'>;
};

/**
 * Runs the import of an export from where the run before it has stopped. It can be interrupted at
 * any point: the next run imports the part again whose line is not stored, which changes nothing.
 */
export function runExportImport(
  deps: ExportRunContext,
  user_id: string,
  request: runs.RunRequest,
): Promise<RunOutcome> {
  return performRun(deps, user_id, request, { importRest: importExport });
}

async function importExport(
  deps: ExportRunContext,
  run: runs.JobRun,
): Promise<ImportStop> {
  const opened = await openExport(deps.files, run.user_id, run.job);
  return opened ? importParts(deps, run, opened) : 'file_missing';
}

/** Imports the parts that are left, and saves after each what became of it. */
async function importParts(
  deps: ExportRunContext,
  run: runs.JobRun,
  opened: OpenExport,
): Promise<ImportStop> {
  const { table, getNow, isTimeUp } = deps;
  const overrides = await dataPolicies.findOverrides(table);
  const madeAt = readTime(opened.manifest.created_datetime, getNow());
  let saved: readonly FileLine[] = await runs.readLastLines(table, run);
  const profile = await identities.findProfile(table, run.user_id);
  const named = new Set(profile?.connected_types);
  const { cursor } = run.job;
  const context = { overrides, latest: getNow().getTime() };
  for await (const part of listParts(opened, run.user_id, context)) {
    if (part.number < cursor) continue;
    if (await processing.isRestricted(table, run.user_id)) return 'restricted';
    for (const type of listPolicyTypes(part).difference(named)) {
      await nameType(table, run.user_id, type);
      named.add(type);
    }
    const done = await importPart(deps, run, part, madeAt);
    const lines = done && { saved, lines: [done.line], created: done.created };
    const next = lines && (await saveFileLines(deps, run, lines));
    if (!next) return 'superseded';
    saved = next;
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

/** Lists the parts of an export, at last that there are too many. */
async function* listParts(
  opened: OpenExport,
  user_id: string,
  context: Parameters<typeof listExportParts>[1],
): AsyncGenerator<ExportPart> {
  const kind = 'unread';
  const { manifest } = opened;
  const first = { number: 0, name: 'manifest.json' };
  if (!manifest.isReadable) {
    yield { ...first, kind, reason: 'newer_export' };
    return;
  }
  if (manifest.user_id === user_id) {
    yield { ...first, kind: 'skipped', reason: 'same_account' };
    return;
  }
  for await (const part of listExportParts(opened, context)) {
    const { number, name } = part;
    if (number < listBounds.files) yield part;
    else {
      yield { number, name, kind, reason: 'too_many_files' };
      return;
    }
  }
}

/** Returns when an export was made, in epoch milliseconds, which was not later than now. */
function readTime(stated: unknown, now: Date): number {
  const time = typeof stated === 'string' ? Date.parse(stated) : Number.NaN;
  return time >= 0 ? Math.min(time, now.getTime()) : now.getTime();
}
