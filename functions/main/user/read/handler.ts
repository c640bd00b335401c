import { apiDependencies } from '#shared/http/dependencies.ts';
import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import * as users from '../user.store.ts';
import { present } from '../user.ts';
import endpoint from './endpoint.ts';

export const handler = serve(endpoint, apiDependencies, async (request) => {
  const { params, caller, table, links, fail } = request;
  const { id } = params;
  const isSelf = id === 'self' || id === caller.user_id;
  const user = requireFound(
    isSelf ? await users.find(table, caller.user_id) : undefined,
    { kind: 'user', id },
    fail,
  );
  return { status: 200, body: present(user, links) };
});
