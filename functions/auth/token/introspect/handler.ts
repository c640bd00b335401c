import * as grants from '#functions/auth/grant/grant.store.ts';
import { noStore } from '#shared/contract/response-headers.ts';
import { serve } from '#shared/http/serve.ts';
import { openTable } from '#shared/table/table.ts';
import { authenticateAndParseToken } from '../authenticate-client.ts';
import endpoint from './endpoint.ts';
import { inactive, introspect } from './introspection.ts';

export const handler = serve(endpoint, { table: openTable }, async (request) => {
  const { table, baseUrls, now, fail } = request;
  const { client, parsedToken } = await authenticateAndParseToken(request);
  // A public client cannot prove its identity (RFC 7662 section 2.1).
  if (client.public)
    throw fail('invalid_client', {
      reason: 'only an application with a secret may do this',
    });
  if (!parsedToken) return { status: 200, headers: noStore, body: inactive };

  const grant = await grants.find(table, parsedToken.token);
  const isOwnGrant = grant?.client_id === client.client_id;
  const body = isOwnGrant ? introspect(parsedToken, grant, baseUrls, now) : inactive;
  return { status: 200, headers: noStore, body };
});
