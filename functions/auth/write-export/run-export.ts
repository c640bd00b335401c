import type {
  DataExport,
  ExportFailure,
  ExportRequest,
} from '#shared/data-export/data-export.ts';
import { exportLimits } from '#shared/data-export/data-export.ts';
import { toArchiveKey } from '#shared/objects/export-keys.ts';
import { type MultipartUploads, UploadLost } from '#shared/objects/multipart-uploads.ts';
import type { Objects } from '#shared/objects/objects.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { Table } from '#shared/table/table.ts';
import { ZipEntryTooLarge } from '#shared/zip/zip-writer.ts';
import * as identities from '../identity/identity.store.ts';
import { createMailAttributes, type MailAttributes } from '../mail/mail-request.ts';
import { archiveEnd, type Checkpoint, newCheckpoint } from './archive/checkpoint.ts';
import { ArchiveTooLarge } from './archive/draft.ts';
import type { ArchiveSection } from './archive/section.ts';
import {
  type Archive,
  type ArchiveContext,
  writeArchive,
} from './archive/write-archive.ts';
import * as runs from './export-run.store.ts';
import { buildSections } from './sections.ts';

/** The stores, the clock and the limits of an invocation. */
export interface ExportDeps {
  table: Table<'get' | 'query' | 'update'>;
  originals: Objects<'get'>;
  exportFiles: Objects<'get' | 'put'>;
  uploads: MultipartUploads;
  /** The minimum size of a part in bytes. */
  partSize: number;
  getNow: () => Date;
  /** Returns whether the invocation should end and leave the rest to the next invocation. */
  isOutOfTime: () => boolean;
}

/**
 * How an invocation ended. `busy` and `lease_lost` mean that another invocation works on the
 * export. `outdated` means that the requested step is not the current step.
 */
export type ExportOutcome =
  | { result: 'busy' | 'outdated' | 'continued' | 'restarted' | 'lease_lost' | 'done' }
  | { result: 'failed'; failure: ExportFailure };

/** How often an export starts again after the store has lost its upload. */
const maxRestarts = 3;

/** The work of one invocation on an export. */
interface Work {
  deps: ExportDeps;
  lease: runs.Lease;
  dataExport: DataExport;
  sections: readonly ArchiveSection[];
}

/**
 * Works on an export until it is done or the time is up. A later invocation continues from the last
 * checkpoint. Throws if a store cannot be reached, and the queue then retries.
 */
export async function runExport(
  deps: ExportDeps,
  user_id: string,
  request: ExportRequest,
): Promise<ExportOutcome> {
  const { table, getNow } = deps;
  const now = getNow();
  const leased = await runs.leaseRun(table, user_id, request, newId(now), now);
  if (leased.result !== 'leased') return { result: leased.result };

  const { lease, run, dataExport } = leased;
  const sections = buildSections(dataExport);
  const work: Work = { deps, lease, dataExport, sections };
  try {
    const checkpoint = run.checkpoint ?? (await startArchive(work));
    if (!checkpoint) return { result: 'lease_lost' };
    return await continueArchive(work, checkpoint);
  } catch (error) {
    return handleFailure(work, error, run.restarts ?? 0);
  }
}

/** Starts the upload and returns the first checkpoint. Returns undefined if the lease was lost. */
async function startArchive(work: Work): Promise<Checkpoint | undefined> {
  const { deps, lease } = work;
  const key = toArchiveKey(lease.user_id, lease.export_id);
  const upload = await deps.uploads.start(key, 'application/zip');
  const files_total = await countFiles(work);
  const checkpoint = newCheckpoint(upload, work.sections[0]?.name ?? archiveEnd);
  const progress = { files_done: 0, files_total };
  const isSaved = await runs.saveCheckpoint(
    deps.table,
    lease,
    checkpoint,
    progress,
    deps.getNow(),
  );
  return isSaved ? checkpoint : undefined;
}

async function countFiles(work: Work): Promise<number> {
  const sources = getSources(work);
  const counts = work.sections.map((section) =>
    section.kind === 'document' ? 1 : section.count(sources),
  );
  const numbers = await Promise.all(counts);
  return numbers.reduce((sum, count) => sum + count, 0);
}

function getSources({ deps: { table, originals }, lease: { user_id } }: Work) {
  return { user_id, table, originals };
}

function toArchiveContext(work: Work): ArchiveContext {
  const { deps, lease, dataExport, sections } = work;
  const { user_id, export_id } = lease;
  const { uploads, exportFiles, partSize, isOutOfTime } = deps;
  return {
    sections,
    sources: getSources(work),
    target: { user_id, export_id, uploads, exportFiles, partSize },
    modified: dataExport.created_datetime,
    isOutOfTime,
  };
}

/** Writes the archive from a checkpoint on, and saves each further checkpoint. */
async function continueArchive(
  work: Work,
  checkpoint: Checkpoint,
): Promise<ExportOutcome> {
  const { deps, lease } = work;
  const archive = writeArchive(toArchiveContext(work), checkpoint);

  for (;;) {
    const result = await archive.next();
    if (result.done) return completeExport(work, result.value);

    const nextCheckpoint = result.value;
    const isLast = deps.isOutOfTime();
    const saveState = isLast ? runs.requestContinuation : runs.saveCheckpoint;
    const progress = { files_done: nextCheckpoint.files_done };
    const isSaved = await saveState(
      deps.table,
      lease,
      nextCheckpoint,
      progress,
      deps.getNow(),
    );
    if (!isSaved) return { result: 'lease_lost' };
    if (isLast) return { result: 'continued' };
  }
}

/** Records that the archive is complete, which enables its download link, and requests the mail. */
async function completeExport(
  work: Work,
  { bytes, files }: Archive,
): Promise<ExportOutcome> {
  const { deps, lease } = work;
  const mail = await createExportMail(work, 'export_ready');

  const now = deps.getNow();
  const end = new Date(now.getTime() + exportLimits.linkLifetime * 1000);
  const completion = {
    files_done: files,
    files_total: files,
    bytes,
    completed_datetime: now.toISOString(),
    expires_datetime: end.toISOString(),
  };
  const isSaved = await runs.complete(deps.table, lease, completion, mail);
  return { result: isSaved ? 'done' : 'lease_lost' };
}

/** Builds the attributes that request a mail. Returns no attributes if the user has no address. */
async function createExportMail(
  { deps: { table }, lease, dataExport }: Work,
  template: 'export_ready' | 'export_failed',
): Promise<Partial<MailAttributes>> {
  const to = await identities.findEmail(table, lease.user_id);
  if (to === undefined) return {};
  return createMailAttributes({ template, to, language: dataExport.language });
}

/**
 * Gives up if the archive is too large. Restarts if the store has lost its upload, but gives up
 * after `maxRestarts`. Throws any other error, and the queue then retries.
 */
async function handleFailure(
  work: Work,
  error: unknown,
  restarts: number,
): Promise<ExportOutcome> {
  const { deps, lease } = work;
  const isTooLarge =
    error instanceof ArchiveTooLarge || error instanceof ZipEntryTooLarge;
  if (isTooLarge) return giveUp(work, 'too_large');
  if (!(error instanceof UploadLost)) throw error;
  if (restarts >= maxRestarts) return giveUp(work, 'storage');

  const { table, getNow } = deps;
  const isSaved = await runs.requestRestart(table, lease, restarts + 1, getNow());
  return { result: isSaved ? 'restarted' : 'lease_lost' };
}

/** Records that the export has failed, and requests the mail. */
async function giveUp(work: Work, failure: ExportFailure): Promise<ExportOutcome> {
  const mail = await createExportMail(work, 'export_failed');
  const { deps, lease } = work;
  const isSaved = await runs.fail(deps.table, lease, failure, mail);
  return isSaved ? { result: 'failed', failure } : { result: 'lease_lost' };
}
