import { serveForm } from '#functions/account/account-handler.ts';
import { isEnabled } from '#functions/auth/client/client.ts';
import { redirectToApplication, requireOwnApplication } from '../own-application.ts';
import {
  deleteByForm,
  rotateApplicationSecret,
  updateApplication,
} from './change-application.ts';
import endpoint from './endpoint.ts';
import { registerApplication } from './register-application.ts';

const changes = {
  update: updateApplication,
  rotate: rotateApplicationSecret,
  delete: deleteByForm,
};

export const handler = serveForm(endpoint, 'portal', async (request, account) => {
  const { id, action } = request.body;
  if (action === 'register') return registerApplication(request, account);

  const client = await requireOwnApplication(request, account, id);
  if (!isEnabled(client) && action !== 'delete')
    return redirectToApplication(account, client, 'disabled');
  return changes[action](request, account, client);
});
