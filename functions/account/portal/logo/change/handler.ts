import { accountDependencies, handleForm } from '#functions/account/account-handler.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { readMultipart } from '#shared/http/multipart/read.ts';
import { serve } from '#shared/http/serve.ts';
import { redirectToApplication, requireOwnApplication } from '../../own-application.ts';
import { changeLogo, removeLogo } from './change-logo.ts';
import endpoint from './endpoint.ts';

const changes = { set: changeLogo, delete: removeLogo };

export const handler = serve(
  endpoint,
  { ...accountDependencies, multipart: readMultipart },
  handleForm('logo', async (request: HandlerRequest<typeof endpoint>, account) => {
    const { id, action } = request.body;
    const client = await requireOwnApplication(request, account, id);
    if (client.disabled_datetime)
      return redirectToApplication(account, client, 'disabled');
    return changes[action](request, account, client);
  }),
);
