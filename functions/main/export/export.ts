import * as z from 'zod/mini';
import { described } from '#shared/contract/described.ts';
import {
  type DataExport,
  exportFailures,
  exportStates,
} from '#shared/data-export/data-export.ts';
import { ItemLink, type Links, PlainLink } from '#shared/hal/links.ts';
import type { Fail } from '#shared/http/handler.ts';
import { compact } from '#shared/runtime/compact.ts';
import { formatOffsetTime } from '#shared/runtime/time.ts';

/** The path of the exports of the current user in links. */
export const exportResource = 'user/self/export';

const nullableTime = (description: string) =>
  described(z.nullable(z.string()), description, '2026-11-20T09:30:00+00:00');

/** An export as its owner sees it (wire.md D9). */
export const ExportRepresentation = z
  .object({
    state: z
      .enum(exportStates)
      .check(z.describe('`queued` and `running` become `done` or `failed`.')),
    files_done: z.int().check(z.describe('How many files the archive has so far.')),
    files_total: z
      .nullable(z.int())
      .check(z.describe('How many files it will have, or null if that is unknown.')),
    failure: z
      .nullable(z.enum(exportFailures))
      .check(
        z.describe(
          'Why it failed, otherwise null. `interrupted`: it made no progress for hours. ' +
            '`too_large`: the data does not fit into one archive. `storage`: parts of the ' +
            'archive were lost repeatedly.',
        ),
      ),
    created_datetime: described(
      z.string(),
      'When it was requested.',
      '2026-11-20T09:30:00+00:00',
    ),
    completed_datetime: nullableTime('When it was done, otherwise null.'),
    bytes: z.nullable(z.int()).check(z.describe('The size of the archive in bytes.')),
    expires_datetime: nullableTime(
      'When the download link ends, 24 hours after `completed_datetime`.',
    ),
    _links: z.object({
      self: ItemLink,
      user: ItemLink,
      download: z
        .optional(PlainLink)
        .check(
          z.describe(
            'The link to the archive, which needs no token. Absent until the archive is done, ' +
              'and after the link has expired.',
          ),
        ),
      documentation: PlainLink,
    }),
  })
  .check(
    z.meta({
      id: 'Export',
      description:
        'A ZIP archive with everything that is stored about the user. It is written in the ' +
        'background.',
    }),
  );

/** What a representation needs besides the export. */
interface PresentationContext {
  user_id: string;
  links: Links;
  /** The path of the download. Undefined if it is not possible. */
  download: string | undefined;
}

/** Returns an export as its owner sees it. */
export function present(
  dataExport: DataExport,
  { user_id, links, download }: PresentationContext,
) {
  const { id, state, files_done, files_total, failure, bytes } = dataExport;
  const { created_datetime, completed_datetime, expires_datetime } = dataExport;
  return {
    state,
    files_done,
    files_total: files_total ?? null,
    failure: failure ?? null,
    created_datetime: formatOffsetTime(created_datetime),
    completed_datetime: formatTime(completed_datetime),
    bytes: bytes ?? null,
    expires_datetime: formatTime(expires_datetime),
    _links: compact({
      self: links.item(exportResource, id),
      user: links.item('user', user_id),
      download: download === undefined ? undefined : [{ href: download }],
      documentation: links.documentation('user'),
    }),
  };
}

function formatTime(stored: string | undefined): string | null {
  return stored === undefined ? null : formatOffsetTime(stored);
}

/** Throws `not_found` unless the id in the path is `self` or the id of the token's user. */
export function requireOwnId(id: string, user_id: string, fail: Fail<'not_found'>): void {
  if (id !== 'self' && id !== user_id) throw fail('not_found', { kind: 'user', id });
}
