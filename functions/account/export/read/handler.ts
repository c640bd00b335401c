import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { requireFound } from '#shared/http/handler.ts';
import { limiter } from '#shared/http/limit-requests.ts';
import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import * as dataExports from '../data-export.store.ts';
import { findExport, isExportVisible } from '../data-export.ts';
import { listDownloadPaths } from '../download-link.ts';
import { present, requireOwnId } from '../export.ts';
import { toShownExport } from '../export-access.store.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { limiter, table: openTable },
  async ({ params, caller, table, links, version, now, fail }) => {
    const { user_id, grant_id, client_id } = caller;
    const { id, export_id } = params;
    requireOwnId(id, user_id, fail);
    const item = await dataExports.find(table, user_id);
    const found = findExport(item, export_id, now);
    const dataExport = requireFound(
      found && isExportVisible(found, caller) ? found : undefined,
      { kind: 'export', id: export_id },
      fail,
    );
    const access = { asker: { grant_id, client_id }, now };
    const shown = await toShownExport(table, user_id, dataExport, access);
    const context = { version, dataKeys: openDataKeys, now };
    const downloads = await listDownloadPaths(user_id, shown, context);
    return {
      status: 200,
      body: present(shown.dataExport, { user_id, links, downloads }),
    };
  },
);
