import type { RegistrationMode } from '#shared/contract/resources.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { Client, ClientProposal } from './client.ts';
import type { ClientChange } from './client-update.store.ts';

/** The members that people see, or to which they are sent back: the operator approves them. */
const reviewedMembers = [
  'name',
  'client_uri',
  'policy_uri',
  'redirect_uris',
  'post_logout_redirect_uris',
] as const;

/** Returns whether changes of a client wait for the operator, because it is approved. */
export function isReviewed(
  { approval }: Pick<Client, 'approval'>,
  registration: RegistrationMode,
): boolean {
  return registration !== 'open' && approval === undefined;
}

/** A change of an approved client: what is written at once, and what waits for the operator. */
interface ReviewedChange {
  applied: ClientChange;
  proposed: ClientProposal;
}

/**
 * Splits the change of an approved client. A value that is removed waits for nobody. Redirect URIs
 * wait all together if one of them is new: an application that moves would lose the old one before
 * it can use the new one.
 */
export function splitChange(
  client: Client,
  { set, remove }: ClientChange,
): ReviewedChange {
  const waiting = reviewedMembers.filter((member) => needsReview(client, set, member));
  const isWaiting = (member: string) => waiting.some((name) => name === member);
  const entries = Object.entries(set);
  const applied = entries.filter(([member]) => !isWaiting(member));
  const proposed = entries.filter(([member]) => isWaiting(member));
  return {
    applied: { set: Object.fromEntries(applied), remove },
    proposed: Object.fromEntries(proposed),
  };
}

/** Returns whether a change has a new value of a member that the operator approves. */
function needsReview(
  client: Client,
  set: ClientChange['set'],
  member: (typeof reviewedMembers)[number],
): boolean {
  if (member === 'redirect_uris' || member === 'post_logout_redirect_uris') {
    const { [member]: uris = [] } = set;
    return uris.some((uri) => !client[member]?.includes(uri));
  }
  return set[member] !== undefined && set[member] !== client[member];
}

/** Returns whether a change has anything new that the operator approves. */
export function hasReviewedChange(client: Client, change: ClientChange): boolean {
  return reviewedMembers.some((member) => needsReview(client, change.set, member));
}

/** Returns a proposal with or without a new logo, or undefined if nothing is proposed. */
export function setProposedLogo(
  { has_logo: _, ...others }: ClientProposal,
  hasLogo: boolean,
): ClientProposal | undefined {
  const proposed = { ...others, ...compact({ has_logo: hasLogo || undefined }) };
  return Object.keys(proposed).length > 0 ? proposed : undefined;
}
