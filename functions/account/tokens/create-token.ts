import type * as z from 'zod/mini';
import type { AccountContext } from '#functions/account/account-context.ts';
import { readBrowser } from '#functions/auth/browser/browser.ts';
import type { PersonalTokenMail } from '#functions/auth/personal-token/personal-token.mail.ts';
import * as personalTokens from '#functions/auth/personal-token/personal-token.store.ts';
import type { NewPersonalToken } from '#functions/auth/personal-token/personal-token.ts';
import {
  type SignInContext,
  type SignInProblem,
  verifySignIn,
} from '#functions/auth/sign-in/sign-in-attempt.ts';
import * as idempotency from '#shared/idempotency/idempotency.store.ts';
import { createMailAttributes } from '#shared/mail/mail.ts';
import { audit } from '#shared/runtime/audit.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { Result } from '#shared/runtime/result.ts';
import type { Table } from '#shared/table/table.ts';
import type { newTokenFields } from './token-form.ts';

/** A request that posts the form for a new token. */
interface TokensRequest extends SignInContext {
  table: Table<'get' | 'query' | 'put' | 'update' | 'transact'>;
  body: z.output<z.ZodMiniObject<typeof newTokenFields>>;
}

/** Verifies the current password, creates the token and requests a mail about it. */
export async function createToken(
  request: TokensRequest,
  { profile, locale }: AccountContext,
  newToken: NewPersonalToken,
): Promise<
  Result<personalTokens.CreatedToken, SignInProblem | personalTokens.CreationProblem>
> {
  const { table, now, header, body, requestId } = request;
  const verified = await verifySignIn(request, {
    email: profile.email,
    password: body.current,
    purpose: 'personal_token_creation',
  });
  if (!verified.ok) return verified;

  const identity = verified.value;
  const mail = createMailAttributes<PersonalTokenMail>({
    template: 'personal_token_created',
    to: identity.email,
    language: locale,
    application: newToken.name,
    scope: newToken.scope,
    time: new Date(newToken.expires_at * 1000).toISOString(),
    browser: readBrowser(header).name,
  });
  const { user_id } = identity;
  const { current: _, key: sentKey, ...fields } = body;
  const key = sentKey || undefined;
  const creation = { user_id, client_id: 'account', resource: 'personal_token', key };
  const claim = await idempotency.claimId(table, creation, fields, now);
  const withId = { ...newToken, id: claim?.id ?? newId(now) };
  const created = await personalTokens.create(table, identity, withId, mail, now);
  if (created.ok) {
    const { client_id } = created.value.grant;
    audit('personal_token_created', { request_id: requestId, user_id, client_id });
  }
  return created;
}
