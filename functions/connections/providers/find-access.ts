import type { SyncedConnection } from '#functions/connections/connection/sync-state.ts';
import { listGrantedScopes } from '#functions/connections/provider-definition/measurement-kind.ts';
import type { ProviderAccess } from '#functions/connections/provider-definition/provider.ts';
import type { ProviderRevocation } from '#functions/connections/provider-definition/revocation.ts';
import { getKnownProvider } from '#shared/reference-data/connection-types.ts';
import { accesses } from './accesses.data.ts';
import { findOtherRevocation } from './other-revocations.ts';

type GrantedConnection = Pick<
  SyncedConnection,
  'type' | 'granted_scopes' | 'sync_measured'
>;

const byType = new Map(accesses.map(({ type, access }) => [type, access]));

/** Returns how accounts of a type are accessed, or undefined if they cannot be connected. */
export function findProviderAccess(type: string): ProviderAccess | undefined {
  return byType.get(getKnownProvider(type));
}

/** Returns which workouts the first import of an account finds. */
export function findFirstImport(type: string): 'recent_workouts' | 'new_workouts' {
  return findProviderAccess(type)?.first_import ?? 'recent_workouts';
}

/** What a connection may read of the body, and what it could read if it was connected again. */
export interface MeasuredAccess {
  readsSome: boolean;
  lacksSome: boolean;
}

/**
 * Returns which values of the body a connection may read. `extraScopes` are those that the operator
 * has added to the requested ones.
 */
export function findMeasuredAccess(
  { type, granted_scopes, sync_measured = {} }: GrantedConnection,
  extraScopes: readonly string[] = [],
): MeasuredAccess {
  const access = findProviderAccess(type);
  const { measurementScopes } = access ?? {};
  if (!access || !measurementScopes) return { readsSome: false, lacksSome: false };
  const requested = [...(access.oauth?.scopes ?? []), ...extraScopes];
  const granted = listGrantedScopes(granted_scopes, access.requiredScopes);
  const isMissing = (scope: string) =>
    requested.includes(scope) && !granted.includes(scope);
  const isRefused = Object.values(sync_measured).some((kind) => kind.is_refused);
  const needsNone = measurementScopes.length === 0;
  return {
    readsSome: needsNone || measurementScopes.some((scope) => granted.includes(scope)),
    lacksSome: isRefused || measurementScopes.some(isMissing),
  };
}

/** Returns how the access to accounts of a type is revoked, or undefined if it is not known. */
export function findRevocation(type: string): ProviderRevocation | undefined {
  const { revocation } = findProviderAccess(type) ?? {};
  return revocation ?? findOtherRevocation(getKnownProvider(type));
}
