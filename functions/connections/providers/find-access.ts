import type { ProviderOAuth } from '#functions/connections/provider-definition/provider.ts';
import type { ProviderRevocation } from '#functions/connections/provider-definition/revocation.ts';
import { getKnownProvider } from '#shared/reference-data/connection-types.ts';
import { accesses } from './accesses.data.ts';
import { findOtherRevocation } from './other-revocations.ts';

const byType = new Map(accesses.map(({ type, access }) => [type, access]));

/** Returns the OAuth of a remote connection type, or undefined if it cannot be connected. */
export function findOAuth(type: string): ProviderOAuth | undefined {
  return byType.get(getKnownProvider(type))?.oauth;
}

/** Returns which workouts the first import of an account finds. */
export function findFirstImport(type: string): 'recent_workouts' | 'new_workouts' {
  return byType.get(getKnownProvider(type))?.first_import ?? 'recent_workouts';
}

/** Returns how the access to accounts of a type is revoked, or undefined if it is not known. */
export function findRevocation(type: string): ProviderRevocation | undefined {
  const known = getKnownProvider(type);
  return byType.get(known)?.revocation ?? findOtherRevocation(known);
}
