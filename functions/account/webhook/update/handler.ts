import { apiDependencies } from '#shared/http/dependencies.ts';
import { serve } from '#shared/http/serve.ts';
import { changeWebhook } from '../register-webhook.ts';
import { presentWebhook } from '../registration.ts';
import {
  requireWebhook,
  switchOff,
  switchOn,
  toWebhookCommand,
} from '../webhook-commands.ts';
import { toWebhookError } from '../webhook-problem.ts';
import endpoint from './endpoint.ts';

const switches = { disabled: switchOff, active: switchOn };

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, params, body, baseUrls, links, fail } = request;
  const find = () => requireWebhook(request, caller.client_id, params.id);
  const webhook = await find();
  const change = { ...toWebhookCommand(request), mainUrl: baseUrls.main };
  const { url = webhook.url, types = webhook.types, state } = body;
  const problem =
    (await changeWebhook(change, webhook, { url, types })) ??
    (state && (await switches[state](change, webhook)));
  if (problem) throw toWebhookError(problem, fail);
  return { status: 200, body: presentWebhook(await find(), links) };
});
