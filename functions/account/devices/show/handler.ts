import { servePage } from '#functions/account/account-handler.ts';
import * as dataSources from '#functions/main/data-source/data-source.store.ts';
import { renderDevicesPage } from '../devices.page.ts';
import endpoint from './endpoint.ts';

export const handler = servePage(endpoint, 'devices', async ({ table }, account) => {
  const sources = await dataSources.list(table, account.session.user_id);
  return renderDevicesPage(sources, account);
});
