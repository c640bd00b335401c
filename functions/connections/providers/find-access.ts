import type { SyncedConnection } from '#functions/connections/connection/sync-state.ts';
import { listGrantedScopes } from '#functions/connections/provider-definition/measurement-kind.ts';
import type {
  ProviderKey,
  ProviderOAuth,
} from '#functions/connections/provider-definition/provider.ts';
import type { ProviderRevocation } from '#functions/connections/provider-definition/revocation.ts';
import { getKnownProvider } from '#shared/reference-data/connection-types.ts';
import { accesses } from './accesses.data.ts';
import { findOtherRevocation } from './other-revocations.ts';

type GrantedConnection = Pick<
  SyncedConnection,
  'type' | 'granted_scopes' | 'sync_measured'
>;

const byType = new Map(accesses.map(({ type, access }) => [type, access]));

/** Returns the OAuth of a remote connection type, or undefined if it cannot be connected. */
export function findOAuth(type: string): ProviderOAuth | undefined {
  return byType.get(getKnownProvider(type))?.oauth;
}

/** Returns the key with which accounts of a type are connected, or undefined if it has OAuth. */
export function findKey(type: string): ProviderKey | undefined {
  return byType.get(getKnownProvider(type))?.key;
}

/** Returns which workouts the first import of an account finds. */
export function findFirstImport(type: string): 'recent_workouts' | 'new_workouts' {
  return byType.get(getKnownProvider(type))?.first_import ?? 'recent_workouts';
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
  const access = byType.get(getKnownProvider(type));
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

/** Returns the service whose workouts a provider withholds, if there is one. */
export function findWithheldOrigin(type: string): string | undefined {
  return byType.get(getKnownProvider(type))?.withholds;
}

/** Returns whether people can have the workouts of all years from a provider. */
export function hasHistory(type: string): boolean {
  return byType.get(getKnownProvider(type))?.has_history ?? false;
}

/** Returns whether a provider has values of the body, such as weight, sleep or steps. */
export function hasMeasurements(type: string): boolean {
  return byType.get(getKnownProvider(type))?.measurementScopes !== undefined;
}

/** Returns how the access to accounts of a type is revoked, or undefined if it is not known. */
export function findRevocation(type: string): ProviderRevocation | undefined {
  const known = getKnownProvider(type);
  return byType.get(known)?.revocation ?? findOtherRevocation(known);
}
