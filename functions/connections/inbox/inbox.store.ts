import type { Erasure } from '#functions/auth/identity/erasure.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import type { UserProfile } from '#functions/auth/identity/identity.ts';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { newSecret, toDigest } from '#shared/auth/secrets.ts';
import { formatToken, type Token } from '#shared/auth/tokens.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { compact } from '#shared/runtime/compact.ts';
import { newId } from '#shared/runtime/ids.ts';
import {
  type Condition,
  exists,
  isNew,
  isPresent,
  toQuotaDecrease,
  toQuotaIncrease,
  unchangedSince,
} from '#shared/table/condition.ts';
import type { FailedWrite, Table } from '#shared/table/table.ts';
import { meetsConditions } from '#shared/table/writes.ts';
import { inboxKeys } from './inbox.keys.ts';
import { deriveSigningKey, type Inbox, inboxLimits } from './inbox.ts';

/** A new inbox with its secrets, which are not stored. */
export interface CreatedInbox {
  inbox: Inbox;
  /** What the app sends, and the end of an address that has it. */
  secret: string;
  /** With what the app signs, if it does. */
  signingKey?: string;
}

/** Creates an inbox, or returns undefined if the person has as many as allowed. */
export async function create(
  table: Table<'put' | 'update' | 'transact'>,
  user_id: string,
  { name, app, isSigned }: Pick<Inbox, 'name' | 'app'> & { isSigned: boolean },
  now: Date,
): Promise<CreatedInbox | undefined> {
  const token: Token = { user_id, id: newId(now), secret: newSecret() };
  const signing_salt = isSigned ? newSecret() : undefined;
  const inbox: Inbox = {
    id: token.id,
    name,
    app,
    created_datetime: now.toISOString(),
    secret_digest: toDigest(token.secret),
    deliveries: [],
    ...compact({ signing_salt }),
  };
  const result = await table.transact([
    { put: { ...originKeys.inbox(user_id, inbox.id), ...inbox }, condition: isNew },
    toQuotaIncrease(inboxKeys.inboxCount(user_id), inboxLimits.inboxes),
  ]);
  if (!meetsConditions(result)) return undefined;
  const signingKey = signing_salt && deriveSigningKey(token.secret, signing_salt);
  return { inbox, secret: formatToken('inbox', token), ...compact({ signingKey }) };
}

/** Lists the inboxes of a person, the oldest first. */
export function list(table: Table<'query'>, user_id: string): Promise<Inbox[]> {
  return table.query<Inbox>(inboxKeys.inboxes(user_id));
}

/** An inbox, with what says whether its person's data may be processed. */
export interface InboxOwner {
  inbox: Inbox | undefined;
  profile: UserProfile | undefined;
  isBeingErased: boolean;
}

/** Finds an inbox and its person by one consistent read. */
export async function findWithOwner(
  table: Table<'getEach'>,
  { user_id, id }: Pick<Token, 'user_id' | 'id'>,
): Promise<InboxOwner> {
  const keys = [
    originKeys.inbox(user_id, id),
    identityKeys.user(user_id),
    identityKeys.erasure(user_id),
  ];
  const [inbox, profile, stored] = await table.getEach(keys);
  const erasure = stored as Erasure | undefined;
  return {
    inbox: inbox as Inbox | undefined,
    profile: profile as UserProfile | undefined,
    isBeingErased: erasure !== undefined && erasure.state !== 'cancelled',
  };
}

/** Revokes an inbox, which takes nothing from now on. Returns whether it had not been revoked. */
export async function revokeInbox(
  table: Table<'update'>,
  user_id: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const { done } = await table.update(
    originKeys.inbox(user_id, id),
    {
      set: { revoked_datetime: now.toISOString() },
      remove: ['secret_digest', 'signing_salt'],
    },
    { secret_digest: isPresent },
  );
  return done;
}

/** Deletes a revoked inbox, whose values are deleted. Returns false if there is none. */
export async function deleteRevoked(
  table: Table<'update' | 'delete' | 'transact'>,
  user_id: string,
  id: string,
): Promise<boolean> {
  const { done } = await table.transact([
    {
      delete: originKeys.inbox(user_id, id),
      condition: { ...exists, revoked_datetime: isPresent },
    },
    toQuotaDecrease(inboxKeys.inboxCount(user_id)),
  ]);
  return done;
}

type Updated = { done: true } | FailedWrite<Inbox>;

/** The most tries of a change, each of which begins with what others have stored meanwhile. */
const maxTries = 8;

/**
 * Changes an inbox, unless it is deleted meanwhile. `change` returns the attributes to set of the
 * current inbox, or undefined for none. Returns the inbox as it is then, or as it was if it is
 * deleted. Throws `unavailable` if others change it during each try.
 */
export async function change(
  table: Table<'update'>,
  user_id: string,
  inbox: Inbox,
  change: (current: Inbox) => Partial<Inbox> | undefined,
): Promise<Inbox> {
  let current: Inbox | undefined = inbox;
  for (let tries = 0; current && tries < maxTries; tries += 1) {
    const set = change(current);
    if (!set) return current;
    const condition: Condition = { ...exists, ...unchangedSince(current) };
    const key = originKeys.inbox(user_id, inbox.id);
    const result: Updated = await table.updateWithoutReturnValues(
      key,
      { set },
      condition,
    );
    if (result.done) return { ...current, ...set };
    current = result.existing;
  }
  if (current) throw serviceError('unavailable', { cause: 'concurrent_changes' });
  return inbox;
}
