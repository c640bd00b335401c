import { servePage } from '#functions/account/account-handler.ts';
import { renderPasswordPage } from '../password.page.ts';
import endpoint from './endpoint.ts';

export const handler = servePage(endpoint, 'password', async (_, account) =>
  renderPasswordPage(account, { email: account.profile.email }),
);
