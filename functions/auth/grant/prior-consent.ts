import { type Grant, isLive } from './grant.ts';

/**
 * Whether a person has allowed an application that much before and has not taken it back since, so that they need not
 * be asked again (RFC 9700 section 4.1). Only a grant whose code was redeemed counts: what the operator granted in their
 * name is not their word, and one whose code may not even be sent yet may still be taken back (decision record 9).
 */
export function hasPriorConsent(
  grants: readonly Grant[],
  { client_id, scope }: { client_id: string; scope: string },
  now: Date,
): boolean {
  return grants.some(
    (grant) =>
      grant.client_id === client_id &&
      grant.redeemed_at !== undefined &&
      isLive(grant, now) &&
      scope.split(' ').every((name) => grant.scope.split(' ').includes(name)),
  );
}
