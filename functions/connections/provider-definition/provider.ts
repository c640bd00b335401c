/**
 * Everything that the service knows about a provider. Each folder of `connections/providers`
 * exports the `Provider` of one provider. Its access and its webhook are files of their own, which
 * functions that need no more load alone. Nothing else names a provider, except for the reference
 * data and the local sample provider.
 *
 * - The connect flow calls `buildAuthorizationUrl` (oauth.ts) and `exchangeCode`, or `checkKey`.
 * - Syncs call `refreshTokens` and `listWorkouts`. They call `fetchWorkout` for a workout that a
 *   webhook reported or that the list has only as a summary.
 * - The webhook endpoint calls `receiveWebhook`, which does no I/O.
 * - After a connection is deleted, its access is revoked as `revocation` says.
 *
 * Every call returns a `Result`, so a failed call does not throw. Only one refresh of a connection
 * may run at a time, and its result must be stored before it is used.
 */

import type * as z from 'zod/mini';
import type { Workout } from '#functions/diary/workout-import/workout.ts';
import type { Language } from '#shared/pages/language.ts';
import type {
  ClientContext,
  ProviderContext,
  ProviderRequest,
  ProviderResult,
} from './call.ts';
import type { MeasurementKind } from './measurement-kind.ts';
import type { TokenServer } from './oauth.ts';
import type { ProviderRevocation } from './revocation.ts';
import type { ReceiveWebhook } from './webhook.ts';

type Parameters = Readonly<Record<string, string>>;

/** The OAuth of a provider (RFC 6749), as far as providers differ. */
export interface ProviderOAuth extends TokenServer {
  authorize_url: string;
  /** Additional parameters of the authorization request. */
  authorize_parameters?: Parameters;
  /** The scopes that imports need. */
  scopes: readonly string[];
  scope_separator: ' ' | ',';
  /** Whether the provider supports PKCE (RFC 7636), with S256. */
  pkce?: true;
  /** Additional parameters of the requests for tokens, and of those that refresh tokens. */
  token_parameters?: Parameters;
  refresh_parameters?: Parameters;
  /** The place in which the provider names the granted scopes. */
  granted_scopes: 'token_response' | 'callback';
  /**
   * The refresh token that works after a response without one: the `old` one, or `none`. Absent if
   * access tokens do not expire; then both kinds of tokens work until they are revoked.
   */
  refresh_token_kept?: 'old' | 'none';
}

/** The id of an account: in the response with its tokens, or in what `url` returns. */
type AccountSource = { id: z.ZodMiniType<string> } & (
  | { url: string; request: ProviderRequest }
  | { url?: never }
);

/** The tokens of one account. */
export interface ProviderTokens {
  access_token: string;
  /** Absent if the provider issues no refresh tokens. */
  refresh_token?: string;
  /** When the access token expires, in seconds since 1970. Absent if it does not expire. */
  expires_at?: number;
}

/** The access that a person granted at a provider. */
export interface ProviderAuthorization {
  tokens: ProviderTokens;
  /** The provider's id of the account. */
  remote_id: string;
  /** The granted scopes. Absent if the provider does not report them. */
  scopes?: readonly string[];
}

/** The parameters of our callback, and the values that the code is bound to. */
export interface CodeExchange {
  code: string;
  redirect_uri: string;
  /** The code verifier of PKCE (RFC 7636), if the provider supports it. */
  code_verifier?: string;
  /** The `scope` parameter of the callback, if there was one. */
  scope?: string;
}

/** An account to import from. */
export interface AccountAccess {
  access_token: string;
  /** The provider's id of the account. */
  remote_id: string;
}

/** A list of workouts starts at `from`. Later calls continue at `cursor`. */
export interface WorkoutRange {
  /** Workouts that started earlier are not needed. */
  from: Date;
  /** The cursor of the previous page, or of the last page of the previous sync. */
  cursor?: string | undefined;
  /**
   * A start time to which a new list has to go back, because workouts since then may be missing or
   * unreadable. Only for providers without `fetchWorkout`.
   */
  since?: Date | undefined;
}

/** One page of workouts, in any order. The same workout may be on several pages. */
export interface WorkoutPage {
  workouts: readonly Workout[];
  /**
   * The ids of workouts that were left out, because a member is missing that the provider documents
   * as always present.
   */
  unreadable: readonly string[];
  /** Whether the page has further such workouts, whose ids cannot be read either. */
  hasUnknown: boolean;
  /** The start of the next call. Store it after the workouts are stored. */
  cursor: string;
  /** Whether the sync has another page. */
  hasMore: boolean;
  /**
   * The page is one of a list of the workouts that started in this interval. A workout of the diary
   * that is on none of the pages may be deleted, but lists are incomplete now and then. Absent if
   * the list says nothing about it.
   */
  listedInterval?: { from: string; to: string };
  /** The local starts of workouts that the provider has, but withholds because of their origin. */
  withheld?: readonly string[];
}

/** The number of requests that a provider accepts in a window of time. */
export interface ProviderLimit {
  requests: number;
  /** The length of the window. */
  seconds: number;
  /** Whether all accounts share the limit, or each has its own. */
  per: 'client' | 'account';
}

/** The key that a person makes at a provider, and enters here. */
export interface ProviderKey {
  /** Its name at the provider. */
  label: Readonly<Record<Language, string>>;
  /** The page of the provider where the person finds the key, and withdraws it. */
  url: string;
  /** The part of this page, as the provider calls it. */
  place: string;
}

/** What the ways to get access to accounts share. */
interface CommonAccess {
  /** The scopes without which nothing can be imported. One scope of each list is enough. */
  requiredScopes: readonly (readonly string[])[];
  /**
   * The scopes that values of the body need. Without one, workouts are imported all the same.
   * Absent if the provider has no such values, and empty if they need no further scope.
   */
  measurementScopes?: readonly string[];
  /** Set if an import finds only workouts that arrive after the account is connected. */
  first_import?: 'new_workouts';
  /** The service whose workouts the provider has, but withholds because of its terms. */
  withholds?: string;
  /** Whether lists go back as far as there are workouts, so that people can have all years. */
  has_history?: true;
}

/** Access by OAuth, with a client that the operator registers. */
export interface OAuthAccess extends CommonAccess {
  oauth: ProviderOAuth;
  key?: never;
  revocation: ProviderRevocation;
}

/** Access by a key of the person, which needs no client. Only the person can withdraw it. */
export interface KeyAccess extends CommonAccess {
  key: ProviderKey;
  oauth?: never;
  revocation?: never;
}

/** The way to get access to accounts of a provider. */
export type ProviderAccess = OAuthAccess | KeyAccess;

/** What syncs call at every provider. */
interface SyncedProvider {
  /** The remote connection type. */
  type: string;
  limits: readonly ProviderLimit[];
  /** `push` if webhooks report new workouts, so that a daily poll is enough; otherwise `poll`. */
  delivery: 'push' | 'poll';
  listWorkouts(
    context: ProviderContext,
    account: AccountAccess,
    range: WorkoutRange,
  ): Promise<ProviderResult<WorkoutPage>>;
  /**
   * Returns one workout with all members. Fails with `not_found` if the provider itself says that
   * it does not exist. Absent if the provider has no such request.
   */
  fetchWorkout?(
    context: ProviderContext,
    account: AccountAccess,
    remote_id: string,
  ): Promise<ProviderResult<Workout>>;
  /**
   * Returns the file that an activity was recorded in, as it was uploaded: it can be compressed,
   * or empty. Fails with `not_found` or `rejected` if there is none. Absent if there are no files.
   */
  fetchFile?(
    context: ProviderContext,
    account: AccountAccess,
    remote_id: string,
  ): Promise<ProviderResult<Uint8Array>>;
  /** The values of the body that it has. Absent if it has none, or only workouts are imported. */
  measurements?: readonly MeasurementKind[];
  /**
   * Requests webhooks for an account. The request can be repeated. Absent if webhooks are set up
   * once for all accounts. With webhooks, an account needs only a daily poll, whatever `delivery`
   * is.
   */
  subscribe?(
    context: ProviderContext,
    account: AccountAccess,
    callbackUrl: string,
  ): Promise<ProviderResult<unknown>>;
}

/** A provider with OAuth as its folder defines it. */
export interface ProviderDefinition extends SyncedProvider, OAuthAccess {
  /** Requests tokens. Defaults to a request with the errors of OAuth 2. */
  requestTokens?: ProviderRequest;
  account: AccountSource;
  /** Prepares an account before its first use. The request can be repeated. */
  register?(
    context: ProviderContext,
    account: AccountAccess,
  ): Promise<ProviderResult<unknown>>;
  receiveWebhook: ReceiveWebhook;
}

/** A provider with OAuth whose workouts can be imported. */
export interface OAuthProvider extends ProviderDefinition {
  /** Redeems a code and reads the id of the account. */
  exchangeCode(
    context: ClientContext,
    exchange: CodeExchange,
  ): Promise<ProviderResult<ProviderAuthorization>>;
  /** Returns new tokens, which replace all old tokens. Absent if the tokens do not expire. */
  refreshTokens?(
    context: ClientContext,
    refresh_token: string,
  ): Promise<ProviderResult<ProviderTokens>>;
}

/** A provider whose workouts can be imported with a key of the person. */
export interface KeyProvider extends SyncedProvider, KeyAccess {
  /** Returns the id of the account. Fails with `unauthorized` if the key is wrong. */
  checkKey(context: ProviderContext, key: string): Promise<ProviderResult<string>>;
  refreshTokens?: never;
  receiveWebhook?: never;
}

/** A provider whose workouts can be imported. */
export type Provider = OAuthProvider | KeyProvider;
