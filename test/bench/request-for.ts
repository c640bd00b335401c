import type { CatalogueEntry } from '../../lib/catalogue.ts';
import { resourceOf } from '../../shared/contract/endpoint.ts';
import { arrangements, bodyFor } from '../contract/arrangements.ts';
import { newApplication, tokenOf } from '../kit/fixtures.ts';
import type { SendOptions } from '../kit/send.ts';
import type { Bench } from './service-under-bench.ts';

/** A good request to an endpoint, as far as one can be made without a browser. */
export interface GoodRequest {
  item: string;
  query: Record<string, string>;
  options: Pick<SendOptions, 'json' | 'body' | 'form' | 'headers'>;
  /** The application that asks, where it is not that of the bench. */
  client_id?: string;
}

/** What the endpoints of the authorization server want, which no example can hold. */
function credentialsFor(id: string, { application }: Bench) {
  const { client_id, client_secret, redirect_uri } = application;
  const credentials = { client_id, client_secret };
  const forms: Record<string, Record<string, string>> = {
    'auth/token': { grant_type: 'client_credentials', ...credentials },
    'auth/token/revoke': { token: 'unknown', ...credentials },
    'auth/token/introspect': { token: 'unknown', ...credentials },
  };
  const queries: Record<string, Record<string, string>> = {
    'auth/authorize': { client_id, response_type: 'code', redirect_uri },
  };
  return { form: forms[id], query: queries[id] };
}

/** An application ends its own access, with the token that it had: another one each time. */
async function endOfAccess({ user }: Bench): Promise<GoodRequest> {
  const application = await newApplication();
  const { client_id } = application;
  const Authorization = `Bearer ${await tokenOf(user, application)}`;
  return {
    item: '',
    query: { user_id: 'self', client_id },
    options: { headers: { Authorization } },
    client_id,
  };
}

/** Makes what the request needs, an item of the user's for one; undefined where only a browser could send it. */
export async function requestFor(entry: CatalogueEntry, bench: Bench): Promise<GoodRequest | undefined> {
  const { id, endpoint } = entry;
  if (id === 'auth/connection/delete') return endOfAccess(bench);
  const { form, query } = credentialsFor(id, bench);
  const make = arrangements[resourceOf(endpoint)];
  const wantsItem = endpoint.path.includes('{');
  if ((wantsItem && !make) || (endpoint.request?.form && !form) || (endpoint.ownPage && !query))
    return undefined;
  return {
    item: wantsItem && make ? await make(bench.asUser) : '',
    query: query ?? { ...endpoint.examples?.[0]?.query },
    options: form ? { form } : await bodyFor(entry, bench.asUser),
  };
}
