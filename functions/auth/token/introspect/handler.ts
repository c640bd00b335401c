import { noStore } from '../../../../shared/http/no-store.ts';
import { serve } from '../../../../shared/http/serve.ts';
import * as grants from '../../grant/grant.store.ts';
import { authenticate } from '../authenticate.ts';
import { credentialsOf } from '../client-authentication.ts';
import { referredToken } from '../reference.ts';
import endpoint from './endpoint.ts';
import { introspect } from './introspection.ts';

export const handler = serve(endpoint, async (call) => {
  const { body, header, table, addresses, now, fail } = call;
  const credentials = credentialsOf(header('authorization'), body, fail);
  const referred = referredToken(body, fail);
  const { client_id } = await authenticate(call, credentials);
  const grant = referred && (await grants.find(table, referred.token));
  const answer = referred ? introspect(referred, grant, client_id, addresses.main, now) : { active: false };
  return { status: 200, headers: noStore, body: answer };
});
