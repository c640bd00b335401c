import { handleForm } from '#functions/account/account-handler.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { openTableFor } from '#shared/table/table.ts';
import { redirectToApplication, requireOwnApplication } from '../own-application.ts';
import {
  type PortalRequest,
  removeApplication,
  rotateApplicationSecret,
  updateApplication,
} from './change-application.ts';
import endpoint from './endpoint.ts';
import { registerApplication } from './register-application.ts';

const changes = {
  update: updateApplication,
  rotate: rotateApplicationSecret,
  delete: removeApplication,
};

export const handler = serve(
  endpoint,
  { pages: pageRenderer, table: openTableFor(endpoint) },
  handleForm('portal', async (request: PortalRequest, account) => {
    const { id, action } = request.body;
    if (action === 'register') return registerApplication(request, account);

    const client = await requireOwnApplication(request, account, id);
    if (client.disabled_datetime && action !== 'delete')
      return redirectToApplication(account, client, 'disabled');
    return changes[action](request, account, client);
  }),
);
