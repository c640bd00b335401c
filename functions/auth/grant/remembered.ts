import { type Grant, isLive } from './grant.ts';

/**
 * Whether a person has allowed an application that much before and has not taken it back since, so that they need not
 * be asked again (RFC 9700 section 4.1). What the operator granted in their name is not their word.
 */
export function isRemembered(
  grants: readonly Grant[],
  { client_id, scope }: { client_id: string; scope: string },
  now: Date,
): boolean {
  return grants.some(
    (grant) =>
      grant.client_id === client_id &&
      grant.code_digest !== undefined &&
      isLive(grant, now) &&
      scope.split(' ').every((name) => grant.scope.split(' ').includes(name)),
  );
}
