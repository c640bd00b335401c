import { servePage } from '#functions/account/account-handler.ts';
import * as erasures from '#functions/auth/identity/erasure.store.ts';
import { renderDeletionPage } from '../deletion.page.ts';
import endpoint from './endpoint.ts';

export const handler = servePage(endpoint, 'deletion', async ({ table }, account) => {
  const erasure = await erasures.find(table, account.session.user_id);
  return renderDeletionPage({ erasure }, account);
});
