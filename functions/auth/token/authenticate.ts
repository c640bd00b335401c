import { isClientSecret } from '../../../shared/auth/tokens.ts';
import { type ServiceError, serviceError } from '../../../shared/errors/errors.ts';
import type { Table } from '../../../shared/table/table.ts';
import * as cache from '../application/application.cache.ts';
import * as applications from '../application/application.store.ts';
import { type Application, type GrantType, hasSecret } from '../application/application.ts';
import type { ClientCredentials } from './client-authentication.ts';

/** Why an application may not have what it asks for; undefined where it may. */
function refusalOf(
  application: Application | undefined,
  { client_secret, refusal }: ClientCredentials,
  grant: GrantType,
  now: Date,
): ServiceError | undefined {
  if (!application || application.disabled_datetime !== undefined) return refusal;
  if (!hasSecret(application, client_secret, now)) return refusal;
  return application.grant_types.includes(grant) ? undefined : serviceError('unauthorized_client', { grant });
}

/**
 * The application of these credentials. A warm function goes by what it read within the last minute, but never refuses
 * by it; and client credentials, which lead to a new grant, always have the application read. Throws `invalid_client`
 * and `unauthorized_client`.
 */
export async function authenticate(
  table: Table<'get'>,
  credentials: ClientCredentials,
  grant: GrantType,
  now: Date,
): Promise<Application> {
  const { client_id, client_secret, refusal } = credentials;
  if (!isClientSecret(client_secret)) throw refusal;
  const known = grant === 'client_credentials' ? undefined : cache.recall(client_id, now);
  if (known && !refusalOf(known, credentials, grant, now)) return known;
  const application = await applications.find(table, client_id);
  const problem = refusalOf(application, credentials, grant, now);
  if (!application || problem) throw problem ?? refusal;
  cache.remember(application, now);
  return application;
}
