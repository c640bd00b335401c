import type { AccountContext } from '#functions/account/account-context.ts';
import { redirectToPage, serveForm } from '#functions/account/account-handler.ts';
import { readBrowser } from '#functions/auth/browser/browser.ts';
import type { PersonalTokenMail } from '#functions/auth/personal-token/personal-token.mail.ts';
import * as personalTokens from '#functions/auth/personal-token/personal-token.store.ts';
import type { NewPersonalToken } from '#functions/auth/personal-token/personal-token.ts';
import {
  buildProblemResponse,
  type SignInProblem,
  verifySignIn,
} from '#functions/auth/sign-in/sign-in-attempt.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import * as idempotency from '#shared/idempotency/idempotency.store.ts';
import { createMailAttributes } from '#shared/mail/mail.ts';
import { audit } from '#shared/runtime/audit.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { Result } from '#shared/runtime/result.ts';
import type { TokenProblem } from '../creation-form.ts';
import { loadTokensPage } from '../load-tokens-page.ts';
import { readTokenForm } from '../token-form.ts';
import type { TokensNotice } from '../tokens.texts.ts';
import endpoint from './endpoint.ts';

type TokensRequest = HandlerRequest<typeof endpoint>;

export const handler = serveForm(endpoint, 'tokens', async (request, account) =>
  request.body.action === 'revoke'
    ? revokeToken(request, account)
    : submitCreation(request, account),
);

async function revokeToken(
  { table, body, now, requestId }: TokensRequest,
  account: AccountContext,
) {
  const { user_id } = account.session;
  const isRevoked = await personalTokens.revokeById(table, user_id, body.id, now);
  if (isRevoked) audit('personal_token_revoked', { request_id: requestId, user_id });
  return redirectToPage<TokensNotice>(account, 'tokens', 'revoked');
}

async function submitCreation(request: TokensRequest, account: AccountContext) {
  const { body, now } = request;
  const { today, profile } = account;
  const showProblems = (problems: readonly TokenProblem[]) =>
    loadTokensPage(request, account, { problems, fields: body });
  const form = readTokenForm(body, { now, today, time_zone: profile.time_zone });
  if (!form.ok) return { status: 400 as const, body: await showProblems(form.error) };

  const created = await createToken(request, account, form.value);
  if (created.ok) {
    const shown = { ...account, notice: 'created' satisfies TokensNotice };
    const page = await loadTokensPage(request, shown, { created: created.value });
    return { status: 200 as const, body: page };
  }
  const page = await showProblems([created.error]);
  switch (created.error) {
    case 'too_many':
    case 'changed':
    case 'repeated':
      return { status: 400 as const, body: page };
    default:
      return buildProblemResponse(created.error, page);
  }
}

/** Verifies the current password, creates the token and requests a mail about it. */
async function createToken(
  request: TokensRequest,
  { profile, locale }: AccountContext,
  newToken: NewPersonalToken,
): Promise<
  Result<personalTokens.CreatedToken, SignInProblem | personalTokens.CreationProblem>
> {
  const { table, now, header, body, requestId } = request;
  const { device, name: browser } = readBrowser(header);
  const verified = await verifySignIn(request, {
    email: profile.email,
    password: body.current,
    purpose: 'personal_token_creation',
    device,
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
    browser,
  });
  const { user_id } = identity;
  const { form_token: _, current: _password, key: sentKey, ...fields } = body;
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
