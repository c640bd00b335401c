import type { Table } from '#shared/table/table.ts';
import type { Client, GrantType } from '../../client/client.ts';
import type { GrantResult } from '../../grant/grant.store.ts';
import type { TokenRequest } from './token-request.ts';

/** A token request of an authenticated client. */
interface TokenExchange {
  request: TokenRequest;
  client: Client;
  table: Table<'get' | 'put' | 'update'>;
  now: Date;
}

/** A grant type of the token endpoint. */
export interface TokenGrant {
  type: GrantType;
  /** The parameters that the grant type requires. */
  required: readonly (keyof TokenRequest)[];
  /** Issues tokens for a request, or returns why the request is rejected. */
  exchange(exchange: TokenExchange): Promise<GrantResult>;
}
