import type { Table } from '#shared/table/table.ts';
import * as dataExports from './data-export.store.ts';
import { type ExportAsker, listExports } from './data-export.ts';
import { type DownloadContext, listDownloadPaths } from './download-link.ts';
import { type ShownExport, toShownExport } from './export-access.store.ts';

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
