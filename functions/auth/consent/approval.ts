import * as authorizationRequests from '#functions/auth/authorize/authorization.store.ts';
import type { AuthorizationRequest } from '#functions/auth/authorize/authorization.ts';
import * as clients from '#functions/auth/client/client.store.ts';
import { type Client, hasNoItem, isEnabled } from '#functions/auth/client/client.ts';
import { isRegisteredRedirectUri } from '#functions/auth/client/redirect-uri.ts';
import * as metadataClients from '#functions/auth/client-metadata/metadata-client.store.ts';
import { grantKeys } from '#functions/auth/grant/grant.keys.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import * as revocations from '#functions/auth/grant/revocation.store.ts';
import type { UserProfile } from '#functions/auth/identity/identity.ts';
import * as sessions from '#functions/auth/session/session.store.ts';
import { signsIn } from '#shared/contract/scopes.ts';
import type { Fail } from '#shared/http/handler.ts';
import type { MailAttributes } from '#shared/mail/mail.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import type { Table } from '#shared/table/table.ts';
import type { AllowedScope } from './scope-choice.ts';

/** The HTTP request in which a user approves. */
export interface ApprovalContext {
  table: Table<'get' | 'query' | 'put' | 'update' | 'delete' | 'transact'>;
  now: Date;
  fail: Fail<'unknown_client' | 'unregistered_redirect_uri'>;
  /** Requests a mail about the grant. */
  mail?: MailAttributes | undefined;
  /** The remote connection types whose data the user shares with the client. */
  optedInTypes: readonly string[];
  /** Defaults to what the client asks for. */
  allowed?: AllowedScope;
}

/** The user that decides, and their session with its token. */
export interface Approver {
  sessionToken: string;
  session: Pick<sessions.Session, 'created_datetime'>;
  user: Pick<UserProfile, 'id' | 'username'>;
}

/**
 * Why an approval failed. `already_decided` means that the request was decided before, or that the
 * remembered consent was withdrawn meanwhile. `signed_out` means that the session has ended.
 */
export type ApprovalFailure = 'already_decided' | 'signed_out';

/** An authorization code, or why there is none. */
export type ApprovalResult = Result<{ code: string }, ApprovalFailure>;

/**
 * Approves a request. Records the decision and creates the grant, each with a conditional write.
 * Then checks that the session is active, the client enabled, its redirect URI registered and the
 * approval `isStillAllowed`.
 * Revokes the grant if one of these checks fails (decision 0009).
 *
 * Throws `unknown_client` if the client was disabled, and `unregistered_redirect_uri` if it has
 * given up the redirect URI.
 */
export async function approveRequest(
  context: ApprovalContext,
  authorizationRequest: AuthorizationRequest,
  approver: Approver,
  isStillAllowed: () => Promise<boolean> = async () => true,
): Promise<ApprovalResult> {
  const { table, now, fail } = context;
  const { id, client_id, document } = authorizationRequest;
  if (document) await metadataClients.storeAllowed(table, document, now);
  const code = await createGrant(context, authorizationRequest, approver);
  if (code === undefined) return failure('already_decided');

  const [session, client, isAllowed] = await Promise.all([
    sessions.find(table, approver.sessionToken, now),
    clients.find(table, client_id),
    isStillAllowed(),
  ]);
  const keepsUri = client && keepsRedirectUri(client, authorizationRequest);
  const isValid = session && isEnabled(client) && isAllowed && keepsUri;
  if (isValid) return success({ code });

  const key = grantKeys.grant(approver.user.id, id);
  await revocations.revoke(table, key, now);
  if (!isEnabled(client)) throw fail('unknown_client');
  if (!keepsUri) throw fail('unregistered_redirect_uri');
  return failure(session ? 'already_decided' : 'signed_out');
}

/**
 * Returns whether a client still has the redirect URI of a request. One that others have got hold
 * of has to go at once (decision 0058).
 */
export function keepsRedirectUri(
  client: Client,
  { client_id, redirect_uri }: AuthorizationRequest,
): boolean {
  return hasNoItem(client_id) || isRegisteredRedirectUri(redirect_uri, client);
}

/** Returns the code of a new grant, or undefined if the request was decided before. */
async function createGrant(
  { table, now, mail, optedInTypes, allowed }: ApprovalContext,
  authorizationRequest: AuthorizationRequest,
  { user: { id: user_id, username }, session }: Approver,
): Promise<string | undefined> {
  const { id, client_id, application_name, redirect_uri } = authorizationRequest;
  const { audience, code_challenge, nonce } = authorizationRequest;
  const { scope, left_out_scope }: AllowedScope = allowed ?? authorizationRequest;
  const auth_time = toEpochSeconds(new Date(session.created_datetime));
  const decision = { decision: 'allow', user_id } as const;
  const isRecorded = await authorizationRequests.decide(table, id, decision, now);
  if (!isRecorded) return undefined;

  const approval: grants.Approval = {
    id,
    user_id,
    username,
    client_id,
    application_name,
    token_use: 'user',
    scope,
    left_out_scope,
    audience,
    opted_in_types: optedInTypes,
    redirect_uri,
    code_challenge,
    ...(signsIn(scope) ? { nonce, auth_time } : {}),
  };
  return grants.createFromApproval(table, approval, now, mail);
}
