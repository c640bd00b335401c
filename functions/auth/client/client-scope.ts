import { coversScope, fullScope, normalizeScope } from '#shared/contract/scopes.ts';
import type { Client } from './client.ts';

type ScopedClient = Pick<Client, 'scopes'>;

/** Returns all scopes that a client may request, separated by spaces (RFC 6749 section 3.3). */
export function getAllowedScope({ scopes = [fullScope] }: ScopedClient): string {
  return scopes.join(' ');
}

/** Returns the known scopes that a client requests. Defaults to all that it may request. */
export function getRequestedScope(
  sent: string | undefined,
  client: ScopedClient,
): string {
  return normalizeScope(sent ?? '') || getAllowedScope(client);
}

/** Returns why a client may not request a scope, or undefined if it may. */
export function findScopeProblem(
  scope: string,
  client: ScopedClient,
): string | undefined {
  const allowed = getAllowedScope(client);
  if (coversScope(allowed, scope)) return undefined;
  return `this client may request only the scope ${allowed}`;
}
