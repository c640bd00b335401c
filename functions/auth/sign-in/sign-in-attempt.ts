import * as attempts from '#functions/auth/attempts/attempts.store.ts';
import { countAccountAttempts } from '#functions/auth/attempts/count-account-attempts.ts';
import { readBrowser } from '#functions/auth/browser/browser.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import { type Identity, normalizeEmail } from '#functions/auth/identity/identity.ts';
import { verifyPassword } from '#functions/auth/identity/password.ts';
import * as trustedDevices from '#functions/auth/session/trusted-device.store.ts';
import type { HeaderReader } from '#shared/http/headers.ts';
import { audit } from '#shared/runtime/audit.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import type { Table } from '#shared/table/table.ts';

/** The request that contains a sign-in attempt. */
export interface SignInContext {
  table: Table<'get' | 'update'>;
  /** The headers, of which a cookie has the secret of a trusted device. */
  header: HeaderReader;
  now: Date;
  sourceAddress: string;
  requestId: string;
}

/** An email and password that a person entered. */
export interface SignInAttempt {
  email: string;
  password: string;
  /** The prefix of the attempt's audit event names. */
  purpose:
    | 'sign_in'
    | 'password_change'
    | 'email_change'
    | 'personal_token_creation'
    | 'erasure';
  /** The client that the person signs in for. */
  client_id?: string | undefined;
}

/**
 * Why an attempt failed. `wrong` is a wrong email or password, or a disabled user. After too many
 * attempts, `retryAfter` is the number of seconds to wait.
 */
export type SignInProblem = 'wrong' | { retryAfter: number };

/**
 * Verifies a password, within rate limits. An unknown email or a disabled user consumes the same
 * limits and time as a wrong password. A limited attempt fails before the password is verified.
 */
export async function verifySignIn(
  context: SignInContext,
  attempt: SignInAttempt,
): Promise<Result<Identity, SignInProblem>> {
  const { table, header, now, requestId } = context;
  const { email, password, purpose, client_id } = attempt;
  const { device } = readBrowser(header);
  const identity = await identities.findByEmail(table, email);
  const isTrusted = await trustedDevices.isTrusted(table, identity, device, now);
  const trustedDevice = isTrusted ? device : undefined;
  const { retryAfter, consumed } = await countAccountAttempts(context, {
    account: normalizeEmail(email),
    trustedDevice,
  });

  const auditFields = { request_id: requestId, client_id, user_id: identity?.user_id };
  if (retryAfter > 0) {
    audit(`${purpose}_rate_limited`, auditFields);
    return failure({ retryAfter });
  }

  const isCorrect = await verifyPassword(password, identity?.password_hash);
  if (!identity || !isCorrect || identity.disabled_datetime !== undefined) {
    audit(`${purpose}_failed`, auditFields);
    return failure('wrong');
  }

  const refunds = consumed.map((key) => attempts.refund(table, key, now));
  await Promise.all(refunds);
  return success(identity);
}

/** Returns the status and the headers of the response to a form with this problem. */
export function describeRefusal(
  problem: SignInProblem,
  headers: Readonly<Record<string, string>> = {},
) {
  if (problem === 'wrong') return { status: 403, headers } as const;
  const retry = { 'Retry-After': String(problem.retryAfter) };
  return { status: 429, headers: { ...headers, ...retry } } as const;
}
