import { type ServiceError, withHeaders } from '#shared/errors/errors.ts';
import type { Fail } from '#shared/http/handler.ts';
import { audit } from '#shared/runtime/audit.ts';
import type { Table } from '#shared/table/table.ts';
import * as cache from '../client/client.cache.ts';
import * as applications from '../client/client.store.ts';
import { type Application, type GrantType, hasSecret, isEnabled } from '../client/client.ts';
import { networkOf } from '../rate-limit/limits.ts';
import * as attempts from '../rate-limit/rate-limit.store.ts';
import type { ClientCredentials } from './client-authentication.ts';

/** The request that an application makes, as far as its authentication goes. */
export interface ClientRequest {
  table: Table<'get' | 'update'>;
  now: Date;
  sourceAddress: string;
  requestId: string;
  fail: Fail<'too_many_attempts'>;
}

/** Whether these credentials are those of the application, and it may be served. */
function proves(
  application: Application | undefined,
  { client_secret }: ClientCredentials,
  now: Date,
): application is Application {
  return isEnabled(application) && hasSecret(application, client_secret, now);
}

/**
 * Counts a wrong secret, for the application at that network alone, so that nobody can keep an application out from
 * elsewhere; gives the refusal. A right secret is never kept waiting: of 256 random bits none can be guessed. Names of
 * applications that do not exist are counted together, since nobody can say how many of them there will be.
 */
async function refuse(
  { table, now, sourceAddress, requestId, fail }: ClientRequest,
  { refusal }: ClientCredentials,
  application: Application | undefined,
): Promise<ServiceError> {
  const network = networkOf(sourceAddress);
  const wait = await attempts.count(
    table,
    application
      ? { kind: 'application_at_network', of: [application.client_id, network] }
      : { kind: 'unknown_applications_at_network', of: [network] },
    now,
  );
  audit(wait > 0 ? 'client_authentication_limited' : 'client_authentication_failed', {
    request_id: requestId,
    // Whatever else a caller sends in its place may be a secret.
    client_id: application?.client_id,
  });
  if (wait === 0) return refusal;
  // RFC 9110 section 10.2.3.
  return withHeaders(fail('too_many_attempts', { seconds: wait }), { 'Retry-After': String(wait) });
}

/**
 * The application of these credentials. A warm function goes by what it read within the last minute, but never where
 * that speaks against the application, as where it is not registered for the `grant` that it wants; and client
 * credentials, which lead to a new grant, always have it read. Throws `invalid_client` and `too_many_attempts`.
 */
export async function authenticate(
  request: ClientRequest,
  credentials: ClientCredentials,
  grant?: GrantType,
): Promise<Application> {
  const { table, now } = request;
  const { client_id } = credentials;
  const may = ({ grant_types }: Application) => grant === undefined || grant_types.includes(grant);
  const known = grant === 'client_credentials' ? undefined : cache.recall(client_id, now);
  if (proves(known, credentials, now) && may(known)) return known;
  const application = await applications.find(table, client_id);
  if (!proves(application, credentials, now)) throw await refuse(request, credentials, application);
  cache.remember(application, now);
  return application;
}
