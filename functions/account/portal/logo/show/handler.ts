import { servePage } from '#functions/account/account-handler.ts';
import { findLogos } from '#functions/auth/client/client-logo.store.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { requireOwnApplication } from '../../own-application.ts';
import { toApplicationUrl } from '../../portal-url.ts';
import { renderLogoPage } from '../logo.page.ts';
import endpoint from './endpoint.ts';

export const handler = servePage(endpoint, 'logo', async (request, account) => {
  const { id } = request.query;
  const { pages } = account;
  // A form of which the browser has not told the page continues here after the sign-in.
  if (id === '') return redirect(pages.account('portal'));
  const client = await requireOwnApplication(request, account, id);
  // Its page says that it is disabled.
  if (client.disabled_datetime) return redirect(toApplicationUrl(pages, id));
  const logos = await findLogos(request.table, client);
  return renderLogoPage({ client, ...logos }, account);
});
