import * as dataExports from '#shared/data-export/data-export.store.ts';
import { listExports } from '#shared/data-export/data-export.ts';
import { listDownloadPaths } from '#shared/data-export/download-link.ts';
import { toShownExport } from '#shared/data-export/export-access.store.ts';
import { getDataKeys } from '#shared/encryption/configured-data-keys.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/page-renderer.ts';
import { openTable } from '#shared/table/table.ts';
import type { Session } from '../../../session/session.store.ts';
import { requireSession } from '../../account-context.ts';
import { type ListedExport, renderExportPage } from '../export.page.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer, table: openTable },
  async (request) => {
    const loaded = await requireSession(request, 'export');
    if (!loaded.ok) return loaded.error;

    const context = loaded.value;
    const exports = await loadExports(request, context.session);
    const body = renderExportPage(exports, context, request.query.notice);
    return { status: 200, cookies: context.cookies, body };
  },
);

/** Loads the exports of a user with their download links. */
async function loadExports(
  { table, version, now, baseUrls }: HandlerRequest<typeof endpoint>,
  { user_id, access_generation }: Session,
): Promise<ListedExport[]> {
  const userExports = listExports(await dataExports.find(table, user_id), now);
  const access = { asker: { access_generation }, now };
  const context = { version, dataKeys: getDataKeys, now };
  const listedExports = userExports.map(async (dataExport) => {
    const shown = await toShownExport(table, user_id, dataExport, access);
    const paths = await listDownloadPaths(user_id, shown, context);
    return { ...shown, downloads: paths.map((path) => `${baseUrls.main}${path}`) };
  });
  return Promise.all(listedExports);
}
