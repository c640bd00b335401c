/** The scope of full access: the default of clients registered without scopes. */
export const fullScope = 'read';

/** The scopes that each give access to a part of a user's data. */
export const partialScopes = [
  'profile.read',
  'diary.read',
  'diary.write',
  'data_sources.read',
  'data_sources.write',
  'connections.read',
  'connections.write',
  'images.write',
  'measurements.read',
  'measurements.write',
] as const;
export type PartialScope = (typeof partialScopes)[number];

/**
 * Returns whether full access does not include a scope: no grant from before there were any gives
 * access to data of the body, and a person decides about it apart from everything else.
 */
function isSeparate(name: string): boolean {
  return name.startsWith('measurements.');
}

/** Lists the scopes that full access includes. */
export function listIncludedScopes(): PartialScope[] {
  return partialScopes.filter((name) => !isSeparate(name));
}

/** The scopes that give access to data. */
export type DataScope = typeof fullScope | PartialScope;
export const dataScopes: readonly DataScope[] = [fullScope, ...partialScopes];

/** The scopes of tokens for the MCP endpoint: those that its tools need. None is full access. */
export const agentScopes = [
  'diary.read',
  'diary.write',
  'connections.read',
  'connections.write',
] as const satisfies readonly PartialScope[];

/** The scopes that an agent gets if it asks for none. */
export const defaultAgentScopes = ['diary.read', 'connections.read'] as const;

/** The scopes by which a client signs people in (OpenID Connect Core 1.0 section 5.4). */
export const identityScopes = ['openid', 'profile', 'email'] as const;
export type IdentityScope = (typeof identityScopes)[number];

/** The name of a scope. A list of names, separated by spaces, is a scope too (RFC 6749 3.3). */
export type Scope = DataScope | IdentityScope;

export const scopes: readonly Scope[] = [...dataScopes, ...identityScopes];

/** Descriptions of the scopes for developers of clients. */
export const scopeDescriptions: Readonly<Record<Scope, string>> = {
  read: 'Full access, to read and to write, but for measurements. The default.',
  'profile.read': 'Read the name, the email address and the settings of the user.',
  'diary.read': 'Read the diary.',
  'diary.write': 'Read and change the diary.',
  'data_sources.read': 'Read devices, data sources and their priorities.',
  'data_sources.write': 'Read and change data sources and their priorities.',
  'connections.read': 'Read remote connections.',
  'connections.write': 'Read and remove remote connections, and request syncs.',
  'images.write': 'Upload images, and delete those that the application has uploaded.',
  'measurements.read': 'Read measurements of the body, and sleep.',
  'measurements.write':
    'Read measurements of the body and sleep, and store and delete those of the application.',
  openid:
    'Sign the user in: the token response has an `id_token`. Gives no access to data.',
  profile:
    'With `openid`: the name and the settings of the user, at the userinfo endpoint.',
  email: 'With `openid`: the email address of the user, at the userinfo endpoint.',
};

/**
 * Returns the known names in a scope, without duplicates and in the order of `scopes`. Names that
 * another one includes stay, because clients compare what they get with what they asked for. Those
 * of a sign-in count only with `openid`. Returns an empty string if no name is known.
 */
export function normalizeScope(scope: string): string {
  const names = scope.split(' ');
  const identity = names.includes('openid') ? identityScopes : [];
  return [...dataScopes, ...identity].filter((known) => names.includes(known)).join(' ');
}

/** Returns the names of a scope that give access to data. */
export function toDataScope(scope: string): string {
  const names = scope.split(' ');
  return names.filter((name) => !isIdentityScope(name)).join(' ');
}

/** Returns a scope without the names for a sign-in that another scope does not have. */
export function limitIdentity(scope: string, allowed: string): string {
  const allowedNames = allowed.split(' ');
  const names = scope.split(' ');
  return names
    .filter((name) => !isIdentityScope(name) || allowedNames.includes(name))
    .join(' ');
}

/** Returns whether a client with this scope signs a user in. */
export function signsIn(scope: string): boolean {
  return coversScope(scope, 'openid');
}

/** Returns whether a scope signs a user in, or adds to what the client learns about them. */
export function isIdentityScope(name: string): name is IdentityScope {
  return identityScopes.some((known) => known === name);
}

/** Returns whether a granted scope includes every name of another scope. */
export function coversScope(granted: string, required: string): boolean {
  const names = granted.split(' ');
  return required.split(' ').every((name) => coversName(names, name));
}

/**
 * Returns whether granted names include a name. Full access includes the scopes for data but those
 * about the body, and a write scope its read scope.
 */
function coversName(granted: readonly string[], name: string): boolean {
  if (isIdentityScope(name)) return granted.includes(name);
  const writeScope = name.replace(/\.read$/, '.write');
  const broadest = isSeparate(name) ? writeScope : fullScope;
  return [name, writeScope, broadest].some((sufficient) => granted.includes(sufficient));
}
