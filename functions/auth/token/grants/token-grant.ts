import type { Table } from '#shared/table/table.ts';
import type { Client, GrantType } from '../../client/client.ts';
import type { GrantRefusal, IssuedTokens } from '../../grant/grant.ts';
import type { TokenRequest } from './token-request.ts';

/** What a grant has to go by: the request, and the application that it has authenticated. */
interface Exchange {
  request: TokenRequest;
  client: Client;
  table: Table<'put' | 'update'>;
  now: Date;
}

/** One grant of the token endpoint. */
export interface TokenGrant {
  type: GrantType;
  /** Parameters without which there is nothing to exchange. */
  required: readonly (keyof TokenRequest)[];
  exchange(exchange: Exchange): Promise<IssuedTokens | GrantRefusal>;
}
