/** The scope of full access: the default of clients registered without scopes (wire.md A20). */
export const fullScope = 'read';

/** The scopes that each give access to a part of a user's data (wire.md A20). */
export const partialScopes = [
  'profile.read',
  'diary.read',
  'diary.write',
  'data_sources.read',
  'data_sources.write',
  'connections.read',
  'connections.write',
  'images.write',
] as const;
export type PartialScope = (typeof partialScopes)[number];

/** The name of a scope. A list of names, separated by spaces, is a scope too (RFC 6749 3.3). */
export type Scope = typeof fullScope | PartialScope;

export const scopes: readonly Scope[] = [fullScope, ...partialScopes];

/** Descriptions of the scopes for developers of clients. */
export const scopeDescriptions: Readonly<Record<Scope, string>> = {
  read: 'Full access, to read and to write. The default.',
  'profile.read': 'Read the name, the email address and the settings of the user.',
  'diary.read': 'Read the diary.',
  'diary.write': 'Read and change the diary.',
  'data_sources.read': 'Read devices, data sources and their priorities.',
  'data_sources.write': 'Read and change data sources and their priorities.',
  'connections.read': 'Read remote connections.',
  'connections.write': 'Read and remove remote connections, and request syncs.',
  'images.write': 'Upload images.',
};

/**
 * Returns the known names in a scope, without duplicates and in the order of `scopes`. Full access
 * stands alone. Returns an empty string if no name is known.
 */
export function normalizeScope(scope: string): string {
  const names = scope.split(' ');
  if (names.includes(fullScope)) return fullScope;
  return partialScopes.filter((scopeName) => names.includes(scopeName)).join(' ');
}

/** Returns whether a granted scope includes every name of another scope. */
export function coversScope(granted: string, required: string): boolean {
  const names = granted.split(' ');
  return required.split(' ').every((name) => coversName(names, name));
}

/**
 * Returns whether granted names include a name. Full access includes every scope, and a write scope
 * its read scope.
 */
function coversName(granted: readonly string[], name: string): boolean {
  const writeScope = name.replace(/\.read$/, '.write');
  return [name, writeScope, fullScope].some((sufficient) => granted.includes(sufficient));
}
