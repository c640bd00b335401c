import * as z from 'zod/mini';
import { maxFormBytes } from '#shared/contract/endpoint.ts';
import { cleanText, deferred, described, name, text } from '#shared/contract/schema.ts';
import { ItemLink, type Links, PlainLink } from '#shared/hal/links.ts';
import { linkOtherPages, type Page } from '#shared/hal/paging.ts';
import type { MailAttributes } from '#shared/mail/mail.ts';
import { isTimeZone } from '#shared/pages/language.ts';
import { formatOffsetTime, toEpochSeconds } from '#shared/runtime/time.ts';
import {
  type FileLine,
  FileLineRepresentation,
  type LineState,
  type LinkedEntries,
  presentFile,
} from './file-line.ts';

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
  /** A longer import ends with a mail. */
  longAfter: 60,
} as const;

/** The most imports that a list can have: those that are running are not counted as kept. */
export const maxListed = importLimits.kept + importLimits.perDay;

const importStates = [
  'uploading',
  'queued',
  'running',
  'done',
  'failed',
  'undoing',
] as const;
export type ImportState = (typeof importStates)[number];

/** Why an import failed: it was interrupted repeatedly, or its file was not there any more. */
const importFailures = ['interrupted', 'file_missing'] as const;
export type ImportFailure = (typeof importFailures)[number];

/** The members that a client or a person can send with an import. */
export const importFields = {
  name: described(z.optional(name(255)), 'A name for the import.', 'My old watch'),
  timezone: described(
    z.optional(
      z.string().check(z.refine(isTimeZone, 'must be the name of an IANA time zone')),
    ),
    'The time zone of workouts whose files state no offset. It goes before their positions, ' +
      'except UTC, which goes after them.',
    'Europe/Berlin',
  ),
  external_id: described(
    z.optional(text(255, 1)),
    'A label of the client, which is returned as it was sent.',
    'run-2026-11-20',
  ),
};

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
  created_datetime: string;
  completed_datetime?: string;
  failure?: ImportFailure;
  counts: FileCounts;
  /** The entries that were created. */
  entries: number;
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
  /** When the upload ends, in seconds since 1970, unless it is completed. */
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

function buildNewImport(newImport: NewImport, now: Date): ImportJob {
  return {
    ...newImport,
    state: 'queued',
    created_datetime: now.toISOString(),
    counts: { imported: 0, duplicate: 0, skipped: 0, failed: 0 },
    entries: 0,
    files_done: 0,
    cursor: 0,
    step: 1,
    starts: 0,
  };
}

/** Returns whether the upload of an import has ended before it was completed. */
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

/** Returns whether an import has not ended. */
export function isImporting({ state }: Pick<ImportJob, 'state'>): boolean {
  return state === 'queued' || state === 'running';
}

/** Returns whether an import has ended, and is not being undone. */
export function hasEnded({ state }: Pick<ImportJob, 'state'>): boolean {
  return state === 'done' || state === 'failed';
}

const nullable = (description: string, example: string) =>
  described(z.nullable(z.string()), description, example);

const count = (description: string) => z.int().check(z.describe(description));

/** A part of a file as clients see it. */
const PartRepresentation = deferred(() =>
  z
    .object({
      number: count('The number of the part, from 1.'),
      bytes: count(
        'The exact size of the part. The parts follow each other in the file.',
      ),
      is_uploaded: z.boolean().check(z.describe('Whether the part was uploaded.')),
      url: nullable(
        'Where the part is sent by PUT, for an hour. Null if it was uploaded, or if the token has ' +
          'no scope `diary.write`. Get the import again for a new one.',
        'https://files.example/part-1',
      ),
    })
    .check(z.meta({ id: 'ImportPart', description: 'A part of the file of an import.' })),
);

const UploadRepresentation = deferred(() =>
  z
    .object({
      ends_datetime: described(
        z.string(),
        'The import is gone then, unless the upload is completed.',
        '2026-11-21T09:30:00+00:00',
      ),
      parts: z.array(PartRepresentation).check(z.describe('All parts of the file.')),
    })
    .check(
      z.meta({
        id: 'ImportUpload',
        description:
          'The parts of the file, in a response about an `uploading` import only, unless a form of ' +
          'our pages uploads it.',
      }),
    ),
);
export type ImportUpload = z.output<typeof UploadRepresentation>;

/** An import as its owner sees it. */
export const ImportRepresentation = deferred(() =>
  z
    .object({
      state: z
        .enum(importStates)
        .check(
          z.describe(
            '`queued` and `running` become `done` or `failed`. An import that is `undoing` is ' +
              'gone as soon as it is undone. `uploading`: the parts of its file are uploaded.',
          ),
        ),
      failure: z
        .nullable(z.enum(importFailures))
        .check(
          z.describe(
            'Why it failed, otherwise null. `interrupted`: it was interrupted repeatedly. ' +
              '`file_missing`: the file is gone.',
          ),
        ),
      file_name: described(
        z.string(),
        'The name of the file, or `files.zip` for several files.',
        'morning-run.fit',
      ),
      bytes: count('The size of the file in bytes.'),
      name: nullable('The name of the import.', 'My old watch'),
      timezone: nullable('The time zone that was sent.', 'Europe/Berlin'),
      external_id: nullable('The label that was sent.', 'run-2026-11-20'),
      files_done: count('How many files were processed so far.'),
      counts: z
        .object({
          imported: count('Files with a new entry.'),
          corrected: count('Files that were read again, with other values.'),
          duplicate: count('Files whose workouts were imported before.'),
          skipped: count('Files that are none of those that are imported.'),
          failed: count('Files that cannot be read.'),
        })
        .check(z.meta({ id: 'ImportCounts', description: 'Files by their outcome.' })),
      entries: count('How many entries of the diary were created.'),
      upload: z.optional(UploadRepresentation),
      created_datetime: described(
        z.string(),
        'When it was requested.',
        '2026-11-20T09:30:00+00:00',
      ),
      completed_datetime: nullable(
        'When it was done or failed, otherwise null.',
        '2026-11-20T09:30:04+00:00',
      ),
      _links: z.object({
        self: ItemLink,
        next: z
          .optional(PlainLink)
          .check(z.describe('The next page of files, if there is one.')),
        prev: z
          .optional(PlainLink)
          .check(z.describe('The previous page of files, if there is one.')),
        documentation: PlainLink,
      }),
      _embedded: z
        .optional(z.object({ file: z.array(FileLineRepresentation) }))
        .check(z.describe('A page of its files, in a response about this import only.')),
    })
    .check(
      z.meta({
        id: 'FileImport',
        description: 'An import of one or several files. It runs in the background.',
      }),
    ),
);

/** Returns an import as clients see it, without its files. */
export function present(job: ImportJob, links: Links) {
  const { id, state, failure, file_name, bytes, counts, entries } = job;
  const { created_datetime, completed_datetime, files_done } = job;
  const { imported, corrected = 0, duplicate, skipped, failed } = counts;
  return {
    state,
    failure: failure ?? null,
    file_name,
    bytes,
    name: job.name ?? null,
    timezone: job.timezone ?? null,
    external_id: job.external_id ?? null,
    files_done,
    counts: { imported, corrected, duplicate, skipped, failed },
    entries,
    created_datetime: formatOffsetTime(created_datetime),
    completed_datetime: completed_datetime ? formatOffsetTime(completed_datetime) : null,
    _links: {
      self: links.item('import', id),
      documentation: links.documentation('import'),
    },
  };
}

/** A page of the files of an import, and the entries to which they can link. */
interface FilePage extends Page, LinkedEntries {
  files: readonly FileLine[];
}

/** Returns an import with a page of its files as clients see it. */
export function presentWithFiles(
  job: ImportJob,
  { limit, offset, files, ...linked }: FilePage,
  links: Links,
) {
  const presented = present(job, links);
  const { id, files_done } = job;
  const linkTo = (page: Page) => links.collection(`import/${id}`, { ...page });
  const paging = linkOtherPages({ limit, offset }, files_done, linkTo);
  return {
    ...presented,
    _links: { ...presented._links, ...paging },
    _embedded: { file: files.map((file) => presentFile(file, linked)) },
  };
}
