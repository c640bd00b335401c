import { accountDependencies, showPage } from '#functions/account/account-handler.ts';
import { serve } from '#shared/http/serve.ts';
import { renderPasswordPage } from '../password.page.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  accountDependencies,
  showPage('password', async (_, account) =>
    renderPasswordPage(account, { email: account.profile.email }),
  ),
);
