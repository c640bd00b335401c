import { audit } from '../../../shared/runtime/audit.ts';
import type { Table } from '../../../shared/table/table.ts';
import { verifyPassword } from '../user/password.ts';
import * as users from '../user/user.store.ts';
import { normalizeEmail, type SignIn } from '../user/user.ts';
import * as attempts from './attempt.store.ts';
import { networkOf } from './budget.ts';
import * as knownBrowsers from './known-browser.store.ts';

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

/**
 * Whose budgets an attempt is counted in, in the order of counting. Where the first has to wait, the others are not
 * touched: a stranger at one network can keep nobody out who is elsewhere, and none who was signed in before.
 */
function subjectsOf(
  { email, browser }: Claim,
  address: string,
  known: boolean,
): [attempts.Subject, ...attempts.Subject[]] {
  const account = normalizeEmail(email);
  const network = networkOf(address);
  if (known) return [{ kind: 'account_in_known_browser', of: [account, browser] }];
  return [
    { kind: 'account_at_network', of: [account, network] },
    { kind: 'account', of: [account] },
    { kind: 'network', of: [network] },
  ];
}

async function waitOf(
  table: Table<'update'>,
  [first, ...others]: [attempts.Subject, ...attempts.Subject[]],
  now: Date,
): Promise<number> {
  const wait = await attempts.count(table, first, now);
  if (wait > 0) return wait;
  return Math.max(0, ...(await Promise.all(others.map((subject) => attempts.count(table, subject, now)))));
}

/**
 * Verifies a claim, within limits. An unknown account is counted, costs and is answered as a known one with a wrong
 * password; whoever has to wait is told so before the password is looked at.
 */
export async function attemptSignIn(
  { table, now, sourceAddress, requestId }: SignInRequest,
  claim: Claim,
): Promise<Verdict> {
  const { email, password, purpose, browser, client_id } = claim;
  const signIn = await users.findSignIn(table, email);
  const known = await knownBrowsers.isKnown(table, signIn, browser, now);
  const subjects = subjectsOf(claim, sourceAddress, known);
  const wait = await waitOf(table, subjects, now);
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
  await Promise.all(subjects.map((subject) => attempts.takeBack(table, subject, now)));
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
