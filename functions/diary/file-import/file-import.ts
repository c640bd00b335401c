import type { DayRange } from '#functions/diary/entry/dates.ts';
import type { MeasurementType } from '#functions/diary/measurement/measurement-types.ts';
import { cleanText } from '#shared/contract/clean-text.ts';
import { maxFormBytes } from '#shared/contract/endpoint.ts';
import { temporaryObjects } from '#shared/contract/resources.ts';
import { coversScope } from '#shared/contract/scopes.ts';
import type { MailAttributes } from '#shared/mail/mail.ts';
import { daySeconds, toEpochSeconds } from '#shared/runtime/time.ts';
import type { LineState } from './file-line.ts';
import {
  questionLimits,
  type TableAnswer,
  type TableQuestion,
} from './tables/table-questions.ts';

/** The limits of imports of files. All durations are in seconds. */
export const importLimits = {
  /** The size of all files of a form together, in bytes. */
  maxBytes: maxFormBytes,
  /** The number of files of a form. */
  maxFiles: 100,
  /** The size of a file that is uploaded straight to the bucket, in bytes. */
  maxUploadBytes: 5_368_709_120,
  /** The time in which all parts of a file are uploaded. */
  uploadDuration: 86_400,
  /** The imports of a user that can run at once. */
  running: 5,
  /** When to try again if as many run. */
  retryAfter: 60,
  /** The imports that a user can start in a day. */
  perDay: 200,
  /** The uploads that a user can begin in a day without completing or ending them. */
  unfinished: 10,
  /** The newest imports of a user are kept. The entries of others can no longer be undone. */
  kept: 500,
  /** The time in which what tables leave open is answered. The bucket deletes the file then. */
  answerDuration: temporaryObjects.imports.days * daySeconds,
  /** A longer import ends with a mail. */
  longAfter: 60,
} as const;

/** The most imports that a list can have: those that run or wait are not counted as kept. */
export const maxListed = importLimits.kept + importLimits.perDay + questionLimits.waiting;

export const importStates = [
  'uploading',
  'queued',
  'running',
  'needs_answer',
  'done',
  'failed',
  'undoing',
] as const;
export type ImportState = (typeof importStates)[number];

/** Why an import failed: it was interrupted repeatedly, or its file was not there any more. */
export const importFailures = ['interrupted', 'file_missing'] as const;
export type ImportFailure = (typeof importFailures)[number];

/** Returns a name of a file that archives accept, and that pages can show. */
export function cleanFileName(sent: string): string {
  const cleaned = cleanText(sent, 255).replaceAll(/[\\/:]/g, '_');
  return ['', '.', '..'].includes(cleaned) ? 'file' : cleaned;
}

/** The number of files of an import with each outcome. Imports of 0.6.0 have corrected none. */
export type FileCounts = Readonly<
  Record<Exclude<LineState, 'corrected'>, number> & { corrected?: number }
>;

/** An import of one or several files, whether finished or not. */
export interface ImportJob {
  id: string;
  state: ImportState;
  /** The name of the file. Several files are in an archive. */
  file_name: string;
  /** Whether the file is our archive of several files. */
  has_several_files?: boolean;
  /** Whether the file is an export of this service, which a function of its own imports. */
  is_export?: boolean;
  /** The size of the file, 0 until a form has uploaded it. */
  bytes: number;
  name?: string;
  timezone?: string;
  external_id?: string;
  /** The id of its object in the bucket. Absent if that is its own, e.g. of a file in parts. */
  object_id?: string;
  /** The ETag of a file that a form has uploaded, which could be sent again. */
  etag?: string;
  /** Whether the file is kept after the import. */
  keeps_file?: boolean;
  /** The application that sent it. Absent if the person did on a page, or the operator. */
  client_id?: string;
  /** Whether this application may write measurements, and whether it may upload images. */
  may_measure?: boolean;
  may_upload_images?: boolean;
  created_datetime: string;
  /** When it was requested that its kept file is read again. */
  reread_datetime?: string;
  completed_datetime?: string;
  /** The version of the reader that has read its file. Absent in imports of 0.6.0. */
  reader?: number;
  failure?: ImportFailure;
  counts: FileCounts;
  /** The entries that were created. */
  entries: number;
  /** The values of the body that it has brought. */
  measurements?: number;
  /** The images that it has brought, also those that another import has, too. */
  images?: number;
  /** Present if it had brought some before its file was read again, which counts them anew. */
  had_measurements?: true;
  had_images?: true;
  /** The entries of earlier files that it has replaced. Undoing it does not bring them back. */
  entries_removed?: number;
  /**
   * The entries or values of earlier files that a part of a table has replaced whose line is not
   * stored yet: an interrupted run does not find them again.
   */
  part_removed?: number;
  /** The days on which it can have food entries. */
  food_days?: DayRange;
  /** The days of the values of the body that it can have brought, by type. */
  measured_days?: Readonly<Partial<Record<MeasurementType, DayRange>>>;
  /** What its tables leave open. Present while it needs an answer. */
  questions?: readonly TableQuestion[];
  /** What was answered about its tables. */
  answers?: readonly TableAnswer[];
  /** The number of files that were processed, whose lines are stored. */
  files_done: number;
  /** The number of the next file in the archive. */
  cursor: number;
  /** The number of the run that is requested or running. Older messages are outdated. */
  step: number;
  /** The runs that have begun this step. */
  starts: number;
  /** The id of the run that began last. Only this run may write the item. */
  run_id?: string;
  /** Present if the last write of the item requests a run. */
  continuation?: { id: string };
  /** The id of the upload in parts that has begun. Absent if a form uploads the file. */
  upload_id?: string;
  /** When it is forgotten, in seconds since 1970, unless it is uploaded or answered. */
  ttl?: number;
  /** Whether it counts as running. */
  is_open?: boolean;
  mail?: MailAttributes['mail'];
}

/** The members of a new import that are not yet known when it is described. */
type NewImport = Pick<
  ImportJob,
  | 'id'
  | 'file_name'
  | 'has_several_files'
  | 'bytes'
  | 'name'
  | 'timezone'
  | 'external_id'
  | 'object_id'
  | 'keeps_file'
  | 'client_id'
  | 'may_measure'
  | 'may_upload_images'
  | 'upload_id'
>;

/** Returns a new import, which requests its first run. */
export function buildImport(newImport: NewImport, now: Date): ImportJob {
  const { id } = newImport;
  return { ...buildNewImport(newImport, now), continuation: { id }, is_open: true };
}

/** Returns a new import whose file is uploaded to the bucket later. It ends after a day. */
export function buildUploadingImport(newImport: NewImport, now: Date): ImportJob {
  const ttl = toEpochSeconds(now) + importLimits.uploadDuration;
  return { ...buildNewImport(newImport, now), state: 'uploading', ttl };
}

/** The progress of an import of which no file was processed. */
export const noProgress = {
  counts: { imported: 0, duplicate: 0, skipped: 0, failed: 0 },
  measurements: 0,
  images: 0,
  files_done: 0,
  cursor: 0,
} as const;

function buildNewImport(newImport: NewImport, now: Date): ImportJob {
  return {
    ...newImport,
    state: 'queued',
    created_datetime: now.toISOString(),
    ...noProgress,
    entries: 0,
    step: 1,
    starts: 0,
  };
}

/** Returns whether an import has ended because it was not uploaded or answered in time. */
export function isAbandoned({ ttl }: Pick<ImportJob, 'ttl'>, now: Date): boolean {
  return ttl !== undefined && ttl <= toEpochSeconds(now);
}

/** An import whose file a form of a page uploads. */
export type FormImport = ImportJob & Required<Pick<ImportJob, 'ttl'>>;

/** Returns whether a form of a page uploads the file of an import. */
export function isFormUpload(job: ImportJob): job is FormImport {
  return (
    job.state === 'uploading' && job.upload_id === undefined && job.ttl !== undefined
  );
}

/**
 * Returns whether an import may bring values of the body: one of the person, also by having it read
 * again, or of an application that may write them.
 */
export function mayMeasure(job: ImportJob): boolean {
  return isOfPerson(job) || job.may_measure === true;
}

/** Returns the same of images. */
export function mayUploadImages(job: ImportJob): boolean {
  return isOfPerson(job) || job.may_upload_images === true;
}

function isOfPerson({ client_id, reread_datetime }: ImportJob): boolean {
  return client_id === undefined || reread_datetime !== undefined;
}

/** What an application may import, and undo, beside the diary. */
export type ImportRights = Required<Pick<ImportJob, 'may_measure' | 'may_upload_images'>>;

/** Returns the rights of the application of a request. */
export function listImportRights(scope: string): ImportRights {
  return {
    may_measure: coversScope(scope, 'measurements.write'),
    may_upload_images: coversScope(scope, 'images.write'),
  };
}

/** Returns whether an import has not ended. */
export function isImporting({ state }: Pick<ImportJob, 'state'>): boolean {
  return state === 'queued' || state === 'running';
}

/** Returns whether an import has ended, and its file is kept, so that it can be read again. */
export function isRereadable(job: ImportJob): boolean {
  return hasEnded(job) && job.keeps_file === true && job.failure !== 'file_missing';
}

/** Returns whether an import has ended, and is not being undone. */
export function hasEnded({ state }: Pick<ImportJob, 'state'>): boolean {
  return state === 'done' || state === 'failed';
}

/** An import that waits until what its tables leave open is answered. */
export type AskingImport = ImportJob & Required<Pick<ImportJob, 'questions'>>;

/** Returns whether an import waits for answers. */
export function needsAnswer(job: ImportJob): job is AskingImport {
  return job.state === 'needs_answer' && job.questions !== undefined;
}
