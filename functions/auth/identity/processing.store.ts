import { equals, exists, isAbsent, isPresent } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';
import { identityKeys } from './identity.keys.ts';
import {
  hasHealthConsent,
  healthConsentVersion,
  newHealthConsent,
  type Processing,
} from './processing.ts';

/** Returns whether a user has restricted the processing of their data. */
export async function isRestricted(
  table: Table<'get'>,
  user_id: string,
): Promise<boolean> {
  const profile = await table.get<Processing>(identityKeys.user(user_id));
  return profile?.restricted_datetime !== undefined;
}

/** Returns whether a user consents to the processing of health data, in the current wording. */
export async function hasGivenConsent(
  table: Table<'get'>,
  user_id: string,
): Promise<boolean> {
  const profile = await table.get<Processing>(identityKeys.user(user_id));
  return profile !== undefined && hasHealthConsent(profile);
}

/** Returns the check that a user has restricted the processing, for a transaction. */
export function toRestrictionCheck(user_id: string) {
  return {
    check: identityKeys.user(user_id),
    condition: { restricted_datetime: isPresent },
  };
}

/** The condition that a user consents to the processing of health data, in the current wording. */
const hasConsent = {
  'health_consent.version': equals(healthConsentVersion),
  'health_consent.withdrawn_datetime': isAbsent,
};

/**
 * Returns the check that a user consents to the processing of health data, in the current wording,
 * for a transaction.
 */
export function toConsentCheck(user_id: string) {
  return { check: identityKeys.user(user_id), condition: hasConsent };
}

/** Restricts the processing of a user's data. Returns false if it was restricted before. */
export async function restrict(
  table: Table<'update'>,
  user_id: string,
  now: Date,
): Promise<boolean> {
  const change = { set: { restricted_datetime: now.toISOString() } };
  const condition = { ...exists, restricted_datetime: isAbsent };
  const { done } = await table.update(identityKeys.user(user_id), change, condition);
  return done;
}

/** Stores that a user consents to the processing of health data. */
export async function giveConsent(
  table: Table<'update'>,
  user_id: string,
  now: Date,
): Promise<void> {
  const change = { set: { health_consent: newHealthConsent(now) } };
  await table.update(identityKeys.user(user_id), change, exists);
}

/**
 * Withdraws the consent of a user and restricts the processing, in one write. Returns false if
 * there is no consent.
 */
export async function withdrawConsent(
  table: Table<'update'>,
  user_id: string,
  now: Date,
): Promise<boolean> {
  const time = now.toISOString();
  const change = {
    set: { 'health_consent.withdrawn_datetime': time },
    setIfAbsent: { restricted_datetime: time },
  };
  const isGiven = {
    'health_consent.version': isPresent,
    'health_consent.withdrawn_datetime': isAbsent,
  };
  const { done } = await table.update(identityKeys.user(user_id), change, isGiven);
  return done;
}

/**
 * Lifts the restriction of a user. `givesConsent` stores the consent by the same write; otherwise
 * the user must have consented before, in the current wording. Returns whether it was lifted.
 *
 * The write of `resumed_datetime` starts the syncs that were due meanwhile.
 */
export async function resume(
  table: Table<'update'>,
  user_id: string,
  { givesConsent, now }: { givesConsent: boolean; now: Date },
): Promise<boolean> {
  const consent = givesConsent ? { health_consent: newHealthConsent(now) } : {};
  const change = {
    set: { resumed_datetime: now.toISOString(), ...consent },
    remove: ['restricted_datetime'],
  };
  const condition = {
    restricted_datetime: isPresent,
    ...(givesConsent ? {} : hasConsent),
  };
  const { done } = await table.update(identityKeys.user(user_id), change, condition);
  return done;
}
