import { noStore } from '#shared/contract/response-headers.ts';
import { getDataKeys } from '#shared/encryption/data-keys.ts';
import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import * as dataExports from '../data-export.store.ts';
import { listExports } from '../data-export.ts';
import { listDownloadPaths } from '../download-link.ts';
import { exportResource, present, requireOwnId } from '../export.ts';
import { toShownExport } from '../export-access.store.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { table: openTable },
  async ({ params, caller, table, links, version, now, fail }) => {
    const { user_id, grant_id, client_id } = caller;
    requireOwnId(params.id, user_id, fail);
    const listed = listExports(await dataExports.find(table, user_id), now);
    const access = { asker: { grant_id, client_id }, now };
    const context = { version, dataKeys: getDataKeys, now };
    const presented = listed.map(async (dataExport) => {
      const shown = await toShownExport(table, user_id, dataExport, access);
      const downloads = await listDownloadPaths(user_id, shown, context);
      return present(shown.dataExport, { user_id, links, downloads });
    });
    const body = {
      _links: {
        self: links.collection(exportResource),
        documentation: links.documentation('user'),
      },
      _embedded: { export: await Promise.all(presented) },
      total_count: listed.length,
    };
    // The response contains secrets.
    return { status: 200, headers: noStore, body };
  },
);
