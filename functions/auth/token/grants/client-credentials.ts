import { toServicePrincipal } from '#shared/auth/principal.ts';
import * as grants from '../../grant/grant.store.ts';
import type { TokenGrant } from './token-grant.ts';

/** RFC 6749 section 4.4: tokens of the application itself, as its own service principal (decision A2). */
export const clientCredentials: TokenGrant = {
  type: 'client_credentials',
  required: [],
  exchange: ({ client: { client_id, name }, table, now }) =>
    grants.issue(
      table,
      {
        user_id: toServicePrincipal(client_id),
        username: name,
        client_id,
        application_name: name,
        token_use: 'application',
      },
      now,
    ),
};
