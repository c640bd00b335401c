import { audit } from '#shared/runtime/audit.ts';
import type { Table } from '#shared/table/table.ts';
import * as users from '../identity/identity.store.ts';
import { normalizeEmail, type SignIn } from '../identity/identity.ts';
import { verifyPassword } from '../identity/password.ts';
import { networkOf, type SubjectKind, siteOf } from './limits.ts';
import * as attempts from './rate-limit.store.ts';
import * as knownBrowsers from './trusted-device.store.ts';

/** The request in which somebody wants to be let in. */
export interface SignInRequest {
  table: Table<'get' | 'update'>;
  now: Date;
  sourceAddress: string;
  requestId: string;
}

/** What they claim, and from where. */
export interface Claim {
  email: string;
  password: string;
  /** What they want, as the records name it. */
  purpose: 'sign_in' | 'password_change';
  /** The application for which they sign in, if it is for one. */
  client_id?: string | undefined;
  /** The long-lived secret of the browser; empty where it has none. */
  browser: string;
}

/** Why an attempt did not succeed: e-mail or password being wrong, or how many seconds to wait. */
export type AttemptProblem = 'wrong' | { wait: number };

/** What became of an attempt: who it is, or else why not. */
export type Verdict = { signIn: SignIn } | { problem: AttemptProblem };

/** How many seconds an attempt has to wait, 0 where it may go on, and where it was counted. */
interface Admission {
  wait: number;
  counted: readonly attempts.Subject[];
}

/**
 * Counts an attempt. One in a browser that is known, and one that has to wait at its own network, is counted there
 * alone: a stranger can use up the room of nobody who is elsewhere, or who was signed in before. Where strangers try one
 * account from many places, each site is left with little room of its own, and so is the person's.
 */
async function admit(
  { table, now, sourceAddress }: SignInRequest,
  { email, browser }: Claim,
  known: boolean,
): Promise<Admission> {
  const account = normalizeEmail(email);
  const network = networkOf(sourceAddress);
  const counted: attempts.Subject[] = [];
  const waitOf = (kind: SubjectKind, ...of: string[]) => {
    counted.push({ kind, of });
    return attempts.count(table, { kind, of }, now);
  };
  const own = known
    ? await waitOf('account_in_known_browser', account, browser)
    : await waitOf('account_at_network', account, network);
  if (known || own > 0) return { wait: own, counted };
  const [ofAccount, ofNetwork] = await Promise.all([
    waitOf('account', account),
    waitOf('network', network),
  ]);
  if (ofAccount === 0 || ofNetwork > 0) return { wait: ofNetwork, counted };
  return { wait: await waitOf('account_at_site', account, siteOf(sourceAddress)), counted };
}

/**
 * Verifies a claim, within limits. An unknown account is counted, costs and is answered as a known one with a wrong
 * password; whoever has to wait is told so before the password is looked at.
 */
export async function attemptSignIn(request: SignInRequest, claim: Claim): Promise<Verdict> {
  const { table, now, requestId } = request;
  const { email, password, purpose, browser, client_id } = claim;
  const signIn = await users.findSignIn(table, email);
  const known = await knownBrowsers.isKnown(table, signIn, browser, now);
  const { wait, counted } = await admit(request, claim, known);
  const subject = { request_id: requestId, client_id, user_id: signIn?.user_id };
  if (wait > 0) {
    audit(`${purpose}_limited`, subject);
    return { problem: { wait } };
  }
  const right = await verifyPassword(password, signIn?.password_hash);
  if (!signIn || !right || signIn.disabled_datetime !== undefined) {
    audit(`${purpose}_failed`, subject);
    return { problem: 'wrong' };
  }
  await Promise.all(counted.map((subject) => attempts.takeBack(table, subject, now)));
  return { signIn };
}

/** The answer to an attempt that did not succeed: the page again, which says why. */
export function refusal(
  problem: AttemptProblem,
  body: string,
  headers: Readonly<Record<string, string>> = {},
) {
  return problem === 'wrong'
    ? { status: 403 as const, headers, body }
    : { status: 429 as const, headers: { ...headers, 'Retry-After': String(problem.wait) }, body };
}
