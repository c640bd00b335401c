import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { apiDependencies } from '#shared/http/dependencies.ts';
import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import * as dataExports from '../data-export.store.ts';
import { findExport, isExportVisible } from '../data-export.ts';
import { listDownloadPaths } from '../download-link.ts';
import { present, requireOwnId } from '../export.ts';
import { toShownExport } from '../export-access.store.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { params, caller, table, links, version, now, fail } = request;
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
});
