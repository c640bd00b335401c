import { servePage } from '#functions/account/account-handler.ts';
import { listOwn } from '#functions/auth/client/own-client.store.ts';
import { newId } from '#shared/runtime/ids.ts';
import { loadApplication, loadUsage } from '../load-application.ts';
import { requireOwnApplication } from '../own-application.ts';
import { renderPortalPage } from '../portal.page.ts';
import endpoint from './endpoint.ts';

export const handler = servePage(endpoint, 'portal', async (request, account) => {
  const { table, query, settings, baseUrls, now } = request;
  const { user_id } = account.session;
  const { id } = query;
  if (id === '') {
    const clients = await listOwn(table, user_id);
    const { registration } = settings;
    const props = { clients, registration, mainUrl: baseUrls.main, key: newId(now) };
    return renderPortalPage(props, account);
  }
  const client = await requireOwnApplication(request, account, id);
  const usage = await loadUsage(request, account, client);
  return loadApplication(request, account, client, { usage });
});
