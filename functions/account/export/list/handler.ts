import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { presentPage } from '#shared/hal/paging.ts';
import { apiDependencies } from '#shared/http/dependencies.ts';
import { serve } from '#shared/http/serve.ts';
import { isExportVisible } from '../data-export.ts';
import { listShownExports } from '../download-link.ts';
import { exportResource, present, requireOwnId } from '../export.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { params, query, caller, table, links, version, now, fail } = request;
  const { user_id, grant_id, client_id } = caller;
  requireOwnId(params.id, user_id, fail);
  const asker = { grant_id, client_id };
  const context = { version, dataKeys: openDataKeys, now };
  const exports = await listShownExports(table, user_id, asker, context);
  const visible = exports.filter(({ dataExport }) => isExportVisible(dataExport, caller));
  const body = presentPage(visible, query, links, {
    resource: exportResource,
    name: 'export',
    present: ({ dataExport, downloads }) =>
      present(dataExport, { user_id, links, downloads }),
  });
  return { status: 200, body };
});
