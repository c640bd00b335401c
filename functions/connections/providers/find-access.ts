import type { ProviderOAuth } from '#functions/connections/provider/provider.ts';
import type { ProviderRevocation } from '#functions/connections/provider/revocation.ts';
import { getKnownProvider } from '#shared/reference-data/connection-types.ts';
import { accesses } from './accesses.data.ts';
import { findOtherRevocation } from './other-revocations.ts';

const byType = new Map(accesses.map(({ type, access }) => [type, access]));

/** Returns the OAuth of a remote connection type, or undefined if it cannot be connected. */
export function findOAuth(type: string): ProviderOAuth | undefined {
  return byType.get(getKnownProvider(type))?.oauth;
}

/** Returns how the access to accounts of a type is revoked, or undefined if it is not known. */
export function findRevocation(type: string): ProviderRevocation | undefined {
  const known = getKnownProvider(type);
  return byType.get(known)?.revocation ?? findOtherRevocation(known);
}
