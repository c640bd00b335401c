import { matchesDigest } from '#shared/auth/secrets.ts';
import { type DataKeyProvider, decryptEnvelope } from '#shared/encryption/envelope.ts';
import type { Table } from '#shared/table/table.ts';
import * as dataExports from './data-export.store.ts';
import {
  type DataExport,
  type ExportAsker,
  isDownloadable,
  listExports,
} from './data-export.ts';
import { type ShownExport, toShownExport } from './export-access.store.ts';

/** Returns whether a secret is that of the download links, and they have not expired. */
export function opensDownload(
  dataExport: DataExport,
  secret: string,
  now: Date,
): boolean {
  return isDownloadable(dataExport, now) && matchesDigest(secret, dataExport.link_digest);
}

/**
 * Lists the path and the query of the download link of each archive under a version of the main
 * API. The list is empty if they cannot be downloaded yet or any longer.
 */
export async function listDownloadPaths(
  user_id: string,
  { dataExport, isAccessEnded }: ShownExport,
  { version, dataKeys, now }: DownloadContext,
): Promise<string[]> {
  const { id, link_secret, archives } = dataExport;
  if (isAccessEnded || !isDownloadable(dataExport, now)) return [];

  const owned = { user_id, export_id: id };
  const secret = await decryptEnvelope(link_secret, owned, dataKeys());
  const path = `/${version}/user/${user_id}/export/${id}/file/?secret=${secret}`;
  return archives.map((_, index) =>
    index === 0 ? path : `${path}&archive=${index + 1}`,
  );
}

export interface DownloadContext {
  version: string;
  /** Opens the data keys. It is called only if the archives can be downloaded. */
  dataKeys: () => DataKeyProvider;
  now: Date;
}

/** An export as its user sees it, and the path of the download of each archive. */
export interface ListedExport extends ShownExport {
  /** Empty if the archives cannot be downloaded. */
  downloads: readonly string[];
}

/** Lists the exports of a user, as `toShownExport` returns them for `asker`. */
export async function listShownExports(
  table: Table<'get'>,
  user_id: string,
  asker: ExportAsker,
  context: DownloadContext,
): Promise<ListedExport[]> {
  const { now } = context;
  const userExports = listExports(await dataExports.find(table, user_id), now);
  const shownExports = userExports.map(async (dataExport) => {
    const shown = await toShownExport(table, user_id, dataExport, { asker, now });
    return { ...shown, downloads: await listDownloadPaths(user_id, shown, context) };
  });
  return Promise.all(shownExports);
}
