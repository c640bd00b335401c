import { requireFound } from '#shared/http/handler.ts';
import { limiter } from '#shared/http/limit-requests.ts';
import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import * as users from '../user.store.ts';
import { present } from '../user.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { limiter, table: openTable },
  async ({ params: { id }, caller, table, links, fail }) => {
    const isSelf = id === 'self' || id === caller.user_id;
    const user = requireFound(
      isSelf ? await users.find(table, caller.user_id) : undefined,
      { kind: 'user', id },
      fail,
    );
    return { status: 200, body: present(user, links) };
  },
);
