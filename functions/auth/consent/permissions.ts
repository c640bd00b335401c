import {
  coversScope,
  type IdentityScope,
  identityScopes,
  type PartialScope,
  partialScopes,
  toDataScope,
} from '#shared/contract/scopes.ts';

/** A scope that the consent page explains by one sentence. */
export type Permission = PartialScope | IdentityScope;

/** The permissions that a scope grants and withholds. Implied permissions are left out. */
export interface Permissions {
  /** A granted write scope implies its read scope. */
  granted: Permission[];
  /** A withheld read scope implies that its write scope is withheld. */
  withheld: PartialScope[];
}

/** Lists the permissions of a scope for the consent page. */
export function listPermissions(scope: string): Permissions {
  const covered = partialScopes.filter((name) => coversScope(scope, name));
  const identity = identityScopes.filter((name) => coversScope(scope, name));
  const others = partialScopes.filter(
    (name) => !coversScope(scope, name) && !isPartlyShown(name, identity),
  );
  const data = covered.filter((name) => !isImplied(covered, name, '.read', '.write'));
  return {
    granted: [...identity, ...data],
    withheld: others.filter((name) => !isImplied(others, name, '.write', '.read')),
  };
}

/** Returns whether a scope only signs a person in, and gives no access to data. */
export function isSignInOnly(scope: string): boolean {
  return toDataScope(scope) === '';
}

/** Returns whether a sign-in shows a part of what a scope does: then it is not withheld. */
function isPartlyShown(name: PartialScope, identity: readonly IdentityScope[]): boolean {
  return name === 'profile.read' && identity.length > 1;
}

/**
 * Returns whether a scope is implied. A scope that ends with `suffix` is implied if the list has
 * the scope for the same data that ends with `otherSuffix`.
 */
function isImplied(
  names: readonly string[],
  name: string,
  suffix: string,
  otherSuffix: string,
): boolean {
  if (!name.endsWith(suffix)) return false;
  const [data] = name.split('.');
  return names.includes(data + otherSuffix);
}
