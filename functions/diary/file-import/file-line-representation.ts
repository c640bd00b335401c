import * as z from 'zod/mini';
import { deferred, described } from '#shared/contract/schema.ts';
import { type Link, PlainLink } from '#shared/hal/links.ts';
import { compact } from '#shared/runtime/compact.ts';
import { lineChangeTexts, lineReasonTexts, rowReasonTexts } from './file-line.texts.ts';
import {
  type FileLine,
  lineStates,
  listFileChanges,
  maxIdsPerLine,
} from './file-line.ts';

const ChangeRepresentation = deferred(() =>
  z
    .object({
      code: described(z.string(), 'What was changed, as a code.', 'offset_corrected'),
      count: z.int().check(z.describe('How often, over all workouts of the file.')),
      message: described(
        z.string(),
        'What was changed and why, as a sentence.',
        lineChangeTexts.en.offset_corrected,
      ),
    })
    .check(
      z.meta({
        id: 'FileChange',
        description: 'A difference between the content of a file and its entries.',
      }),
    ),
);

const LeftOutRepresentation = deferred(() =>
  z
    .object({
      first: z.int().check(z.describe('The first row, counted from 1.')),
      last: z.int().check(z.describe('The last row.')),
      code: described(z.string(), 'Why, as a code.', 'no_date'),
      message: described(
        z.string(),
        'The same as a sentence.',
        rowReasonTexts.en.no_date,
      ),
    })
    .check(
      z.meta({ id: 'LeftOutRows', description: 'Rows of a table that were not taken.' }),
    ),
);

export const FileLineRepresentation = deferred(() =>
  z
    .object({
      number: z.int().check(z.describe('Its number in the import, from 0.')),
      file_name: described(
        z.string(),
        'Its name, with the folders of its archive.',
        'activities/9810274.fit.gz',
      ),
      state: z
        .enum(lineStates)
        .check(
          z.describe(
            '`imported`: it has a new entry, values of the body, or a new image. `corrected`: ' +
              'its workouts were imported before, and an entry has other values now. ' +
              '`duplicate`: all its workouts were imported before. `skipped`: it is none of the ' +
              'files that are imported. `failed`: it cannot be read.',
          ),
        ),
      reason: described(
        z.nullable(z.string()),
        'Why it was skipped or has failed, as a code. `cut_off` for an imported file that was ' +
          'read as far as it goes. Otherwise null.',
        'not_an_activity',
      ),
      message: described(
        z.nullable(z.string()),
        'The same as a sentence, otherwise null.',
        lineReasonTexts.en.not_an_activity,
      ),
      measurements: z
        .optional(z.int())
        .check(z.describe('How many values of the body it has brought, if it has such.')),
      changes: z
        .optional(z.array(ChangeRepresentation))
        .check(z.describe('What was changed in its values, and why, if anything was.')),
      left_out: z
        .optional(z.array(LeftOutRepresentation))
        .check(z.describe('The rows of a table that were not taken, if there are such.')),
      _links: z.object({
        entry: z
          .optional(PlainLink)
          .check(
            z.describe(
              'The entries of the diary that it created or corrected, and that still exist. Of a ' +
                `file with many workouts, the first ${maxIdsPerLine}.`,
            ),
          ),
        duplicate_of: z
          .optional(PlainLink)
          .check(
            z.describe('The entries that have its workouts already, and still exist.'),
          ),
      }),
    })
    .check(z.meta({ id: 'ImportedFile', description: 'A file of an import.' })),
);

/** The entries of the diary to which the files of a page can link. */
export interface LinkedEntries {
  /** The base URL of the diary. */
  diary: string;
  /** The ids of the entries that still exist. */
  existing: ReadonlySet<string>;
}

/** Returns a file of an import as clients see it. Each of its links can be read. */
export function presentFile(
  { number, name, state, reason, entries, duplicates, ...line }: FileLine,
  { diary, existing }: LinkedEntries,
) {
  const toLinks = (ids: readonly string[] = []): Link[] | undefined => {
    const linked = ids.filter((id) => existing.has(id));
    if (linked.length === 0) return undefined;
    return linked.map((id) => ({ href: `${diary}/v2/diary/${id}` }));
  };
  const presented = listFileChanges(line.changes).map(({ code, count }) => {
    return { code, count, message: lineChangeTexts.en[code] };
  });
  return compact({
    number,
    file_name: name,
    state,
    reason: reason ?? null,
    message: reason ? lineReasonTexts.en[reason] : null,
    measurements: line.measurements,
    changes: presented.length > 0 ? presented : undefined,
    left_out: line.left_out?.map(({ first, last, reason: code }) => {
      return { first, last, code, message: rowReasonTexts.en[code] };
    }),
    _links: compact({ entry: toLinks(entries), duplicate_of: toLinks(duplicates) }),
  });
}
