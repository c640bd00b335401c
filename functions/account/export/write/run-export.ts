import * as identities from '#functions/auth/identity/identity.store.ts';
import type { MailAttributes } from '#shared/mail/mail.ts';
import type { Objects } from '#shared/objects/objects.ts';
import type { Uploads } from '#shared/objects/uploads.ts';
import { toLanguage } from '#shared/pages/language.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { Table } from '#shared/table/table.ts';
import {
  type ExportFailure,
  type ExportRequest,
  exportLimits,
  isOfApplication,
} from '../data-export.ts';
import type { ExportMail } from '../export.mail.ts';
import { coversSight, findSight, hasAccess } from '../export-access.store.ts';
import { toArchiveKey } from '../export-keys.ts';
import * as runs from './export-run.store.ts';
import { type ArchiveSection, type ArchiveSources, buildSections } from './sections.ts';
import {
  type ArchiveContext,
  type ArchiveLimits,
  type WrittenArchive,
  writeArchive,
} from './write-archive.ts';

/** The stores, the clock and the limits of a run. */
export interface ExportDeps {
  table: Table<'get' | 'getEach' | 'query' | 'update'>;
  originals: Objects<'get'>;
  importFiles: Objects<'read'>;
  exportFiles: Objects<'delete'>;
  uploads: Uploads;
  limits: ArchiveLimits;
  getNow: () => Date;
}

/**
 * The end of a run. `continued` means that it has requested the next archive. `superseded` means
 * that another run of the same archive has begun. `outdated` means that the requested archive is
 * not the one that is missing.
 */
export type ExportOutcome =
  | { outcome: 'outdated' | 'superseded' | 'continued' | 'done' }
  | { outcome: 'failed'; failure: ExportFailure };

/** The number of runs that may begin an archive: the first, and three after an interruption. */
export const maxStarts = 4;

/** The error of a run that must not continue, and why. */
class RunEnded extends Error {
  readonly reason: 'superseded' | 'access_ended';

  constructor(reason: RunEnded['reason']) {
    super(`The run has ended: ${reason}.`);
    this.reason = reason;
  }
}

/**
 * Writes an archive of an export, from its beginning: nothing that an interrupted run left is used.
 * Throws if a store cannot be reached.
 */
export async function runExport(
  deps: ExportDeps,
  user_id: string,
  request: ExportRequest,
): Promise<ExportOutcome> {
  const { table, getNow } = deps;
  const requested = await runs.find(table, user_id, request);
  if (!requested) return { outcome: 'outdated' };

  const { asked_by, archives } = requested.dataExport;
  const sight = await findSight(table, user_id, asked_by);
  // All archives of an export leave out the same.
  const isAllowed =
    sight && (archives.length === 0 || coversSight(requested.dataExport, sight));
  if (!isAllowed) return fail(deps, requested, 'access_ended');
  if (requested.run.starts >= maxStarts) return fail(deps, requested, 'interrupted');

  const now = getNow();
  const id = newId(now);
  const begin = { id, sight: archives.length === 0 ? sight : {} };
  const run = await runs.begin(table, requested, begin, now);
  if (!run) return { outcome: 'superseded' };

  const key = toArchiveKey(user_id, request.id, id);
  try {
    return await uploadArchive(deps, run, { id, key });
  } catch (error) {
    if (!(error instanceof RunEnded)) throw error;
    await deps.exportFiles.delete(key);
    if (error.reason === 'access_ended') return fail(deps, run, error.reason);
    return { outcome: error.reason };
  }
}

/** Uploads an archive and records it. Throws `RunEnded` if it was not recorded. */
async function uploadArchive(
  deps: ExportDeps,
  run: runs.RequestedRun,
  { id, key }: { id: string; key: string },
): Promise<ExportOutcome> {
  const { dataExport, user_id } = run;
  const profile = await identities.findProfile(deps.table, user_id);
  const locale = profile?.locale ?? toLanguage(dataExport.language);
  const sections = buildSections(dataExport, { locale, time_zone: profile?.time_zone });
  const { hidden_types: hiddenTypes = [], asked_by } = dataExport;
  const documents = {
    language: toLanguage(locale),
    hiddenTypes,
    isOfApplication: isOfApplication(asked_by),
  };
  const sources = { ...deps, user_id, ...documents };
  const files_total = dataExport.files_total ?? (await countFiles(sections, sources));
  const context: ArchiveContext = {
    sections,
    sources,
    number: run.run.archive,
    position: run.run.position,
    modified: dataExport.created_datetime,
    limits: deps.limits,
    onProgress: (files_done) => saveProgress(deps, run, { files_done, files_total }),
  };
  const archive = await writeArchive(context, (content) =>
    deps.uploads.upload(key, 'application/zip', content),
  );
  await requireAccess(deps, run);
  return recordArchive(deps, run, { id, files_total, ...archive });
}

async function countFiles(
  sections: readonly ArchiveSection[],
  sources: ArchiveSources,
): Promise<number> {
  const existing = sections.filter(({ isLeftOut = false }) => !isLeftOut);
  const counts = existing.map((section) =>
    section.kind === 'document' ? 1 : section.count(sources),
  );
  const numbers = await Promise.all(counts);
  return numbers.reduce((sum, count) => sum + count, 0);
}

/** Throws `RunEnded` if the access that asked for the export has ended, or may see less now. */
async function requireAccess(
  { table }: ExportDeps,
  { user_id, dataExport }: runs.RequestedRun,
): Promise<void> {
  const isAllowed = await hasAccess(table, user_id, dataExport);
  if (!isAllowed) throw new RunEnded('access_ended');
}

async function saveProgress(
  deps: ExportDeps,
  run: runs.RequestedRun,
  progress: runs.Progress,
): Promise<void> {
  await requireAccess(deps, run);
  const isSaved = await runs.saveExportProgress(deps.table, run, progress, deps.getNow());
  if (!isSaved) throw new RunEnded('superseded');
}

/** An archive that was uploaded by the run `id`. */
interface UploadedArchive extends WrittenArchive {
  id: string;
  files_total: number;
}

/** Records an archive, and requests the next one or completes the export. */
async function recordArchive(
  deps: ExportDeps,
  run: runs.RequestedRun,
  { id, bytes, files, files_total, next }: UploadedArchive,
): Promise<ExportOutcome> {
  const { table, getNow } = deps;
  const now = getNow();
  const archives = [...run.dataExport.archives, { id, bytes }];
  if (next) {
    const members = { archives, files_done: files, files_total };
    const isSaved = await runs.requestNext(table, run, members, next, now);
    if (!isSaved) throw new RunEnded('superseded');
    return { outcome: 'continued' };
  }

  const mail = await createExportMail(deps, run, 'export_ready');
  const end = new Date(now.getTime() + exportLimits.linkLifetime * 1000);
  const completion = {
    state: 'done' as const,
    archives,
    files_done: files,
    files_total: files,
    bytes: archives.reduce((sum, archive) => sum + archive.bytes, 0),
    completed_datetime: now.toISOString(),
    expires_datetime: end.toISOString(),
  };
  const isSaved = await runs.endExport(table, run, completion, mail);
  if (!isSaved) throw new RunEnded('superseded');
  return { outcome: 'done' };
}

/**
 * Records that the export has failed. Only an interruption requests a mail: a person or operator
 * who has ended the access knows.
 */
async function fail(
  deps: ExportDeps,
  run: runs.RequestedRun,
  failure: ExportFailure,
): Promise<ExportOutcome> {
  const isInterrupted = failure === 'interrupted';
  const mail = isInterrupted ? await createExportMail(deps, run, 'export_failed') : {};
  const end = { state: 'failed', failure } as const;
  const isSaved = await runs.endExport(deps.table, run, end, mail);
  return isSaved ? { outcome: 'failed', failure } : { outcome: 'superseded' };
}

function createExportMail(
  { table }: ExportDeps,
  { user_id, dataExport: { language } }: runs.RequestedRun,
  template: ExportMail,
): Promise<Partial<MailAttributes>> {
  return identities.createMailToUser<ExportMail>(table, user_id, { template, language });
}
