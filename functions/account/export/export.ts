import * as z from 'zod/mini';
import { Incomplete, presentIncomplete } from '#functions/diary/entry/incomplete.ts';
import { deferred, described } from '#shared/contract/schema.ts';
import { ItemLink, type Links, PlainLink } from '#shared/hal/links.ts';
import type { Fail } from '#shared/http/handler.ts';
import { compact } from '#shared/runtime/compact.ts';
import { formatOffsetTime, formatOptionalTime } from '#shared/runtime/time.ts';
import {
  type DataExport,
  exportFailures,
  exportStates,
  getArchiveFileName,
} from './data-export.ts';

/** The path of the exports of the current user in links. */
export const exportResource = 'user/self/export';

const nullableTime = (description: string) =>
  described(z.nullable(z.string()), description, '2026-11-20T09:30:00+00:00');

/** An archive of an export that has several. */
const ArchiveRepresentation = deferred(() =>
  z
    .object({
      file_name: described(
        z.string(),
        'The name of its file.',
        'fitness-data-2026-11-20-2.zip',
      ),
      bytes: described(z.int(), 'Its size in bytes.'),
    })
    .check(z.meta({ id: 'ExportArchive', description: 'An archive of an export.' })),
);

/** An export as its owner sees it. */
export const ExportRepresentation = deferred(() =>
  z
    .object({
      state: described(
        z.enum(exportStates),
        '`queued` and `running` become `done` or `failed`.',
      ),
      files_done: described(z.int(), 'How many files the archives have so far.'),
      files_total: described(
        z.nullable(z.int()),
        'How many files it will have, or null if that is unknown.',
      ),
      failure: described(
        z.nullable(z.enum(exportFailures)),
        'Why it failed, otherwise null. `interrupted`: it was interrupted repeatedly. ' +
          '`access_ended`: the access that asked for it has ended, may see less now, or gets ' +
          'nothing while the user pauses the processing.',
      ),
      created_datetime: described(
        z.string(),
        'When it was requested.',
        '2026-11-20T09:30:00+00:00',
      ),
      completed_datetime: nullableTime('When it was done, otherwise null.'),
      bytes: described(z.nullable(z.int()), 'The size of the archives in bytes.'),
      archives: described(
        z.optional(z.array(ArchiveRepresentation)),
        'The archives in the order of `download`, if there are several. Most exports have one.',
      ),
      incomplete: Incomplete,
      expires_datetime: nullableTime(
        'When the download links end, 24 hours after `completed_datetime`.',
      ),
      _links: z.object({
        self: ItemLink,
        user: ItemLink,
        download: described(
          z.optional(PlainLink),
          'A link to each archive, which needs no token. Absent until the export is done, ' +
            'after the links have expired, and after the access that asked for the export has ' +
            'ended.',
        ),
        documentation: PlainLink,
      }),
    })
    .check(
      z.meta({
        id: 'Export',
        description:
          'A ZIP archive with what full access can read about the user, or several if it would ' +
          'be too large. They are written in the background.',
      }),
    ),
);

interface PresentationContext {
  user_id: string;
  links: Links;
  /** The path of the download of each archive. Empty if it is not possible. */
  downloads: readonly string[];
}

/** Returns an export as its owner sees it. */
export function present(
  dataExport: DataExport,
  { user_id, links, downloads }: PresentationContext,
) {
  const { id, state, files_done, files_total, failure, bytes } = dataExport;
  const { created_datetime, completed_datetime, expires_datetime } = dataExport;
  const { incomplete_types = [] } = dataExport;
  return {
    state,
    files_done,
    files_total: files_total ?? null,
    failure: failure ?? null,
    created_datetime: formatOffsetTime(created_datetime),
    completed_datetime: formatOptionalTime(completed_datetime),
    bytes: bytes ?? null,
    ...compact({ archives: presentArchives(dataExport) }),
    ...compact({ incomplete: presentIncomplete({ incomplete_types }) }),
    expires_datetime: formatOptionalTime(expires_datetime),
    _links: compact({
      self: links.item(exportResource, id),
      user: links.item('user', user_id),
      download: downloads.length > 0 ? downloads.map((href) => ({ href })) : undefined,
      documentation: links.documentation('user'),
    }),
  };
}

/** Returns the archives of an export that is done, if it has several. */
function presentArchives(dataExport: DataExport) {
  const { archives, state } = dataExport;
  if (state !== 'done' || archives.length < 2) return undefined;
  return archives.map(({ bytes }, index) => ({
    file_name: getArchiveFileName(dataExport, index + 1),
    bytes,
  }));
}

/** Throws `not_found` unless the id in the path is `self` or the id of the token's user. */
export function requireOwnId(id: string, user_id: string, fail: Fail<'not_found'>): void {
  if (id !== 'self' && id !== user_id) throw fail('not_found', { kind: 'user', id });
}
