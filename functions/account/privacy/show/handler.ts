import { servePage } from '#functions/account/account-handler.ts';
import { renderPrivacyPage } from '../privacy.page.ts';
import endpoint from './endpoint.ts';

export const handler = servePage(endpoint, 'privacy', async ({ query }, account) =>
  renderPrivacyPage(account, query),
);
