import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';
import {
  type DataExport,
  type ExportAsker,
  isDownloadable,
  isUnfinished,
} from './data-export.ts';

/**
 * Returns whether the access with which an export was asked for still counts, by one read. It ends
 * when the grant is revoked, or when the password is changed or the user is disabled.
 */
export async function hasAccess(
  table: Table<'get'>,
  user_id: string,
  { grant_id, access_generation }: ExportAsker,
): Promise<boolean> {
  if (grant_id !== undefined) {
    const key = keys.grant(user_id, grant_id);
    const grant = await table.get<{ revoked_at?: number }>(key);
    return grant !== undefined && grant.revoked_at === undefined;
  }
  const key = keys.credentials(user_id);
  const credentials = await table.get<{ access_generation?: number }>(key);
  return (credentials?.access_generation ?? 0) === access_generation;
}

/** An export as its user sees it. */
export interface ShownExport {
  /** An unfinished export whose access has ended counts as failed. */
  dataExport: DataExport;
  /** Whether it has no download link because its access has ended. */
  isAccessEnded: boolean;
}

/**
 * Returns an export as its user sees it. Reads nothing if `asker`, who has access, asked for it, or
 * if it is neither running nor can be downloaded. A user has at most `maxOpenExports` others.
 */
export async function toShownExport(
  table: Table<'get'>,
  user_id: string,
  dataExport: DataExport,
  { asker, now }: { asker: ExportAsker; now: Date },
): Promise<ShownExport> {
  const { asked_by } = dataExport;
  const isRunning = isUnfinished(dataExport);
  const isOpen = isRunning || isDownloadable(dataExport, now);
  if (
    !isOpen ||
    isSameAsker(asked_by, asker) ||
    (await hasAccess(table, user_id, asked_by))
  )
    return { dataExport, isAccessEnded: false };
  if (!isRunning) return { dataExport, isAccessEnded: true };

  const failed: DataExport = { ...dataExport, state: 'failed', failure: 'access_ended' };
  return { dataExport: failed, isAccessEnded: true };
}

function isSameAsker(one: ExportAsker, other: ExportAsker): boolean {
  return (
    one.grant_id === other.grant_id && one.access_generation === other.access_generation
  );
}
