import * as z from 'zod/mini';
import { deferred, described } from '#shared/contract/schema.ts';
import { ItemLink, type Links, PlainLink } from '#shared/hal/links.ts';
import { linkOtherPages, type Page } from '#shared/hal/paging.ts';
import { formatOffsetTime } from '#shared/runtime/time.ts';
import {
  type ImportJob,
  importFailures,
  importStates,
  needsAnswer,
} from './file-import.ts';
import type { FileLine } from './file-line.ts';
import {
  FileLineRepresentation,
  type LinkedEntries,
  presentFile,
} from './file-line-representation.ts';
import { presentQuestion, QuestionRepresentation } from './question-representation.ts';

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
        'Where the part is sent by PUT, for an hour. Null if it was uploaded, or if the token ' +
          'has no scope `diary.write`. Get the import again for a new one.',
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
          'The parts of the file, in a response about an `uploading` import only, unless a form ' +
          'of our pages uploads it.',
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
            '`queued` and `running` become `done` or `failed`, or `needs_answer` if a table ' +
              'leaves open what `questions` ask. An import that is `undoing` is gone as soon as ' +
              'it is undone. `uploading`: the parts of its file are uploaded.',
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
          imported: count(
            'Files with a new entry, or with values of the body or images.',
          ),
          corrected: count('Files that were read again, with other values.'),
          duplicate: count('Files whose workouts were imported before.'),
          skipped: count('Files that are none of those that are imported.'),
          failed: count('Files that cannot be read.'),
        })
        .check(z.meta({ id: 'ImportCounts', description: 'Files by their outcome.' })),
      entries: count('How many entries of the diary were created.'),
      measurements: count('How many values of the body it has brought.'),
      images: count('How many images it has brought, also those that others have, too.'),
      upload: z.optional(UploadRepresentation),
      questions: z
        .optional(z.array(QuestionRepresentation))
        .check(
          z.describe(
            'What its tables leave open, only while it `needs_answer`. Answer all.',
          ),
        ),
      expires_datetime: nullable(
        'When an import that `needs_answer` is gone unless it is answered. Null if its file is ' +
          'kept, and in all other states.',
        '2026-11-27T09:30:00+00:00',
      ),
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

/** Who sees an import, by the scope of the token. */
type Caller = Readonly<{ scope: string }>;

/** Returns an import as clients see it, without its files. */
export function present(job: ImportJob, links: Links, { scope }: Caller) {
  const { id, state, failure, file_name, bytes, counts, files_done } = job;
  const { entries, measurements = 0, images = 0 } = job;
  const { created_datetime, completed_datetime } = job;
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
    measurements,
    images,
    ...presentQuestions(job, scope),
    created_datetime: formatOffsetTime(created_datetime),
    completed_datetime: completed_datetime ? formatOffsetTime(completed_datetime) : null,
    _links: {
      self: links.item('import', id),
      documentation: links.documentation('import'),
    },
  };
}

function presentQuestions(job: ImportJob, scope: string) {
  if (!needsAnswer(job)) return { expires_datetime: null };
  const { questions, ttl } = job;
  const expires = ttl === undefined ? null : new Date(ttl * 1000).toISOString();
  return {
    questions: questions.map((question) => presentQuestion(question, scope)),
    expires_datetime: expires && formatOffsetTime(expires),
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
  caller: Caller,
) {
  const presented = present(job, links, caller);
  const { id, files_done } = job;
  const linkTo = (page: Page) => links.collection(`import/${id}`, { ...page });
  const paging = linkOtherPages({ limit, offset }, files_done, linkTo);
  return {
    ...presented,
    _links: { ...presented._links, ...paging },
    _embedded: { file: files.map((file) => presentFile(file, linked)) },
  };
}
