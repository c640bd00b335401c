import { noStore } from '#shared/contract/response-headers.ts';
import { pageDependencies } from '#shared/http/dependencies.ts';
import { serve } from '#shared/http/serve.ts';
import { createDownloadUrl } from '#shared/objects/signed-urls.ts';
import { audit } from '#shared/runtime/audit.ts';
import { isId } from '#shared/runtime/ids.ts';
import * as dataExports from '../data-export.store.ts';
import { findExport, getArchiveFileName } from '../data-export.ts';
import { opensDownload } from '../download-link.ts';
import { hasAccess } from '../export-access.store.ts';
import { getExportBucket, toArchiveKey } from '../export-keys.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, pageDependencies, async (request) => {
  const { params, query, table, now, requestId, fail } = request;
  const { id, export_id } = params;
  // An `id` that is not a valid id may be too long for a DynamoDB key.
  const item = isId(id) ? await dataExports.find(table, id) : undefined;
  const dataExport = findExport(item, export_id, now);
  const { secret = '', archive = '1' } = query;
  // Every wrong link has the same response, whatever is wrong with it.
  if (!dataExport || !opensDownload(dataExport, secret, now))
    throw fail('download_unavailable');

  const { archives, expires_datetime } = dataExport;
  const number = Number(archive);
  const requested = archives[number - 1];
  if (!requested || !(await hasAccess(table, id, dataExport)))
    throw fail('download_unavailable');

  audit('export_downloaded', { request_id: requestId, user_id: id });
  const download = {
    bucket: getExportBucket(),
    key: toArchiveKey(id, export_id, requested.id),
    fileName: getArchiveFileName(dataExport, number),
    type: 'application/zip',
    endsAt: new Date(expires_datetime ?? now),
  };
  const Location = await createDownloadUrl(download, now);
  const headers = { ...noStore, 'Referrer-Policy': 'no-referrer', Location };
  return { status: 302, headers };
});
