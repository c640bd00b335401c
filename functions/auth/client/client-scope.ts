import { coversScope, fullScope, normalizeScope } from '#shared/contract/scopes.ts';
import type { Client } from './client.ts';

type ScopedClient = Pick<Client, 'scopes'>;

/** Returns the most that a client may request, which it gets by default (RFC 6749 section 3.3). */
export function getAllowedScope({ scopes = [fullScope] }: ScopedClient): string {
  return scopes.join(' ');
}

/** Returns the scope that a client requests. Defaults to all that it may request. */
export function getRequestedScope(
  sent: string | undefined,
  client: ScopedClient,
): string {
  return normalizeScope(sent ?? '') || getAllowedScope(client);
}

/** Returns why a client may not have a scope, or undefined if it may. */
export function findScopeExcess(scope: string, client: ScopedClient): string | undefined {
  const allowed = getAllowedScope(client);
  if (coversScope(allowed, scope)) return undefined;
  return `this client may request only the scope ${allowed}`;
}
