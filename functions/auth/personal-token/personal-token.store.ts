import { grantKeys } from '#functions/auth/grant/grant.keys.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import type { Grant } from '#functions/auth/grant/grant.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import { toUnchangedCondition } from '#functions/auth/identity/identity.store.ts';
import type { Identity } from '#functions/auth/identity/identity.ts';
import { toPersonalClient } from '#shared/auth/principal.ts';
import { newSecret, toDigest } from '#shared/auth/secrets.ts';
import { formatToken, type Token } from '#shared/auth/tokens.ts';
import type { MailAttributes } from '#shared/mail/mail.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import { daySeconds } from '#shared/runtime/time.ts';
import { equals, isAbsent, isNew } from '#shared/table/condition.ts';
import type { Table } from '#shared/table/table.ts';
import { meetsConditions } from '#shared/table/writes.ts';
import {
  hasTooManyTokens,
  type NewPersonalToken,
  personalTokenLimits,
} from './personal-token.ts';

/** The text of a new token, which is not stored, and its grant. */
export interface CreatedToken {
  text: string;
  grant: Grant;
}

/**
 * Why a token was not created: the user has as many as allowed, the user changed since the identity
 * was read, e.g. by the creation of another token, or the same request has created it before.
 */
export type CreationProblem = 'too_many' | 'changed' | 'repeated';

/**
 * Creates a token of a user who has just entered the password, and requests `mail` by the same
 * transaction. It counts the tokens that were ever created in the credentials of the user, on
 * condition that these have not changed. So parallel creations cannot exceed the limit, and a
 * password that was changed meanwhile creates no token (decision 0052).
 */
export async function create(
  table: Table<'query' | 'put' | 'update' | 'transact'>,
  identity: Identity,
  { id, ...newToken }: NewPersonalToken & { id: string },
  mail: MailAttributes,
  now: Date,
): Promise<Result<CreatedToken, CreationProblem>> {
  const { user_id, personal_tokens: count } = identity;
  const existing = await grants.listByUser(table, user_id);
  if (existing.some((grant) => grant.id === id)) return failure('repeated');
  if (hasTooManyTokens(existing, now)) return failure('too_many');

  const token: Token = { user_id, id, secret: newSecret() };
  const grant = buildGrant(identity, token, newToken, now);
  const result = await table.transact([
    {
      update: identityKeys.credentials(user_id),
      change: { set: { ...mail }, increment: { personal_tokens: 1 } },
      condition: {
        ...toUnchangedCondition(identity),
        personal_tokens: count === undefined ? isAbsent : equals(count),
      },
    },
    { put: { ...grantKeys.grant(user_id, token.id), ...grant }, condition: isNew },
  ]);
  if (!meetsConditions(result)) {
    const isRepeated = result.failures.some(({ index }) => index === 1);
    return failure(isRepeated ? 'repeated' : 'changed');
  }
  return success({ text: formatToken('personal', token), grant });
}

function buildGrant(
  { user_id, username }: Identity,
  { id, secret }: Token,
  { name, scope, expires_at }: NewPersonalToken,
  now: Date,
): Grant {
  return {
    id,
    user_id,
    username,
    client_id: toPersonalClient(user_id),
    application_name: name,
    token_use: 'user',
    scope,
    created_datetime: now.toISOString(),
    expires_at,
    ttl: expires_at + personalTokenLimits.shownDays * daySeconds,
    generation: 1,
    access_digest: toDigest(secret),
    access_expires_at: expires_at,
  };
}
