import { audit } from '#shared/runtime/audit.ts';
import type { Table } from '#shared/table/table.ts';
import * as identities from '../identity/identity.store.ts';
import { type Identity, normalizeEmail } from '../identity/identity.ts';
import { verifyPassword } from '../identity/password.ts';
import type { LimitName } from '../rate-limit/limits.ts';
import { toNetwork, toSite } from '../rate-limit/network.ts';
import * as rateLimits from '../rate-limit/rate-limit.store.ts';
import * as trustedDevices from './trusted-device.store.ts';

/** The request in which somebody wants to be let in. */
export interface SignInContext {
  table: Table<'get' | 'update'>;
  now: Date;
  sourceAddress: string;
  requestId: string;
}

/** What they claim, and from where. */
export interface SignInAttempt {
  email: string;
  password: string;
  /** What they want, as the records name it. */
  purpose: 'sign_in' | 'password_change';
  /** The application for which they sign in, if it is for one. */
  client_id?: string | undefined;
  /** The long-lived secret of the browser; empty where it has none. */
  device: string;
}

/** Why an attempt did not succeed: e-mail or password being wrong, or how many seconds to wait. */
export type SignInProblem = 'wrong' | { wait: number };

/** What became of an attempt: who it is, or else why not. */
export type SignInResult = { signIn: Identity } | { problem: SignInProblem };

/** How many seconds an attempt has to wait, 0 where it may go on, and where it was counted. */
interface LimitDecision {
  retryAfter: number;
  consumed: readonly rateLimits.RateLimitKey[];
}

/**
 * Counts an attempt. One in a browser that is known, and one that has to wait at its own network, is counted there
 * alone: a stranger can use up the room of nobody who is elsewhere, or who was signed in before. Where strangers try one
 * account from many places, each site is left with little room of its own, and so is the person's.
 */
async function consumeLimits(
  { table, now, sourceAddress }: SignInContext,
  { email, device: browser }: SignInAttempt,
  known: boolean,
): Promise<LimitDecision> {
  const account = normalizeEmail(email);
  const network = toNetwork(sourceAddress);
  const counted: rateLimits.RateLimitKey[] = [];
  const waitOf = (kind: LimitName, ...of: string[]) => {
    counted.push({ limit: kind, parts: of });
    return rateLimits.consume(table, { limit: kind, parts: of }, now);
  };
  const own = known
    ? await waitOf('account_on_trusted_device', account, browser)
    : await waitOf('account_at_network', account, network);
  if (known || own > 0) return { retryAfter: own, consumed: counted };
  const [ofAccount, ofNetwork] = await Promise.all([
    waitOf('account', account),
    waitOf('network', network),
  ]);
  if (ofAccount === 0 || ofNetwork > 0) return { retryAfter: ofNetwork, consumed: counted };
  return {
    retryAfter: await waitOf('account_at_site', account, toSite(sourceAddress)),
    consumed: counted,
  };
}

/**
 * Verifies a claim, within limits. An unknown account is counted, costs and is answered as a known one with a wrong
 * password; whoever has to wait is told so before the password is looked at.
 */
export async function verifySignIn(
  request: SignInContext,
  claim: SignInAttempt,
): Promise<SignInResult> {
  const { table, now, requestId } = request;
  const { email, password, purpose, device: browser, client_id } = claim;
  const signIn = await identities.findByEmail(table, email);
  const known = await trustedDevices.isTrusted(table, signIn, browser, now);
  const { retryAfter: wait, consumed: counted } = await consumeLimits(request, claim, known);
  const subject = { request_id: requestId, client_id, user_id: signIn?.user_id };
  if (wait > 0) {
    audit(`${purpose}_rate_limited`, subject);
    return { problem: { wait } };
  }
  const right = await verifyPassword(password, signIn?.password_hash);
  if (!signIn || !right || signIn.disabled_datetime !== undefined) {
    audit(`${purpose}_failed`, subject);
    return { problem: 'wrong' };
  }
  await Promise.all(counted.map((subject) => rateLimits.refund(table, subject, now)));
  return { signIn };
}

/** The answer to an attempt that did not succeed: the page again, which says why. */
export function toSignInResponse(
  problem: SignInProblem,
  body: string,
  headers: Readonly<Record<string, string>> = {},
) {
  return problem === 'wrong'
    ? { status: 403 as const, headers, body }
    : { status: 429 as const, headers: { ...headers, 'Retry-After': String(problem.wait) }, body };
}
