import { noStore } from '#shared/http/no-store.ts';
import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import * as grants from '../../grant/grant.store.ts';
import { resolveToken } from '../resolve-token.ts';
import endpoint from './endpoint.ts';
import { introspect } from './introspection.ts';

export const handler = serve(endpoint, { table: openTable }, async (call) => {
  const { table, addresses, now } = call;
  const { client_id, referred } = await resolveToken(call);
  const grant = referred && (await grants.find(table, referred.token));
  const answer = referred
    ? introspect(referred, grant, client_id, addresses.main, now)
    : { active: false };
  return { status: 200, headers: noStore, body: answer };
});
