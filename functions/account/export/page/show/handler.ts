import { servePage } from '#functions/account/account-handler.ts';
import { openDataKeys } from '#shared/encryption/data-keys.ts';
import { getTypeName } from '#shared/reference-data/connection-types.ts';
import { listShownExports } from '../../download-link.ts';
import { renderExportPage } from '../export.page.ts';
import endpoint from './endpoint.ts';

export const handler = servePage(endpoint, 'export', async (request, account) => {
  const { table, version, now, baseUrls } = request;
  const { id: session_id, user_id, access_generation } = account.session;
  const asker = { session_id, access_generation };
  const context = { version, dataKeys: openDataKeys, now };
  const exports = await listShownExports(table, user_id, asker, context);
  const props = { exports, host: baseUrls.main, getName: getTypeName };
  return renderExportPage(props, account);
});
