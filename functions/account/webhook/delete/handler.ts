import { apiDependencies } from '#shared/http/dependencies.ts';
import { serve } from '#shared/http/serve.ts';
import { deleteWebhook, requireWebhook, toWebhookCommand } from '../webhook-commands.ts';
import { toContention } from '../webhook-problem.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { caller, params, fail } = request;
  const webhook = await requireWebhook(request, caller.client_id, params.id);
  const problem = await deleteWebhook(toWebhookCommand(request), webhook);
  if (problem?.code === 'operator') throw fail('webhook_locked');
  if (problem) throw toContention();
  return { status: 204 };
});
