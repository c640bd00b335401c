import {
  coversScope,
  type PartialScope,
  partialScopes,
} from '#shared/contract/scopes.ts';

/** What a scope permits and what it does not, without what follows from the rest. */
export interface Permissions {
  /** A write scope stands for its read scope too. */
  granted: PartialScope[];
  /** A read scope stands for its write scope too. */
  withheld: PartialScope[];
}

/** Lists the permissions of a scope for the consent page (decision A20). */
export function listPermissions(scope: string): Permissions {
  const covered = partialScopes.filter((name) => coversScope(scope, name));
  const others = partialScopes.filter((name) => !coversScope(scope, name));
  return {
    granted: covered.filter((name) => !isIncluded(covered, name, '.read', '.write')),
    withheld: others.filter((name) => !isIncluded(others, name, '.write', '.read')),
  };
}

/** Returns whether the list has the other scope of the same data, which stands for both. */
function isIncluded(
  names: readonly string[],
  name: string,
  suffix: string,
  otherSuffix: string,
): boolean {
  if (!name.endsWith(suffix)) return false;
  const [data] = name.split('.');
  return names.includes(data + otherSuffix);
}
