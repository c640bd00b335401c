import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import * as users from '../user.store.ts';
import { present } from '../user.ts';
import defineEndpoint from './endpoint.ts';

export const handler = serve(
  defineEndpoint,
  { table: openTable },
  async ({ params: { id }, caller, table, links, fail }) => {
    const own = id === 'self' || id === caller.user_id;
    const user = own ? await users.find(table, caller.user_id) : undefined;
    if (!user) throw fail('not_found', { kind: 'user', id });
    return { status: 200, body: present(user, links) };
  },
);
