import { requireSession } from '#functions/account/account-context.ts';
import type { Session } from '#functions/auth/session/session.store.ts';
import { getDataKeys } from '#shared/encryption/data-keys.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { openTable } from '#shared/table/table.ts';
import * as dataExports from '../../data-export.store.ts';
import { listExports } from '../../data-export.ts';
import { listDownloadPaths } from '../../download-link.ts';
import { toShownExport } from '../../export-access.store.ts';
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
  { id: session_id, user_id, access_generation }: Session,
): Promise<ListedExport[]> {
  const userExports = listExports(await dataExports.find(table, user_id), now);
  const access = { asker: { session_id, access_generation }, now };
  const context = { version, dataKeys: getDataKeys, now };
  const listedExports = userExports.map(async (dataExport) => {
    const shown = await toShownExport(table, user_id, dataExport, access);
    const paths = await listDownloadPaths(user_id, shown, context);
    return { ...shown, downloads: paths.map((path) => `${baseUrls.main}${path}`) };
  });
  return Promise.all(listedExports);
}
