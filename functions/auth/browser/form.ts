import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { isEqualInConstantTime, toDigest } from '#shared/auth/secrets.ts';
import { parseToken } from '#shared/auth/tokens.ts';
import { parameter } from '#shared/contract/schema.ts';
import type { Fail } from '#shared/http/handler.ts';
import { type Browser, readBrowser } from './browser.ts';

/** A field of a form or of a query string on our own pages. Defaults to an empty string. */
export const FormField = z._default(parameter(), '');

/** Defines the same kind of field for each of these names. */
export function defineFields<Name extends string, Field>(
  names: readonly Name[],
  field: Field,
) {
  const fields = names.map((name) => [name, field]);
  return Object.fromEntries(fields) as Record<Name, Field>;
}

/** The CSRF token that every form of our own pages contains. */
export const ProtectedForm = z.object({ form_token: FormField });

type FormPurpose =
  | 'sign-in'
  | 'send-link'
  | 'open-link'
  | 'consent'
  | 'account'
  | 'connect'
  | 'logout';

/** Forms of signed-in users. They stay valid if the same user signs out and in meanwhile. */
const userForms: readonly FormPurpose[] = ['consent', 'account', 'connect', 'logout'];

/** The binding of the CSRF token of a form, in addition to the browser. */
interface FormBinding {
  purpose: FormPurpose;
  /** The id of what the form changes, e.g. of an authorization request, or the form's name. */
  reference: string;
}

/** A request that posts a form. */
export interface FormRequest {
  header(name: string): readonly string[];
  baseUrls: { auth: string };
  body: { form_token: string };
}

/** Returns the CSRF token of a form, for one browser and, if users sign in first, one user. */
export function getFormToken(
  { secret, sessionToken }: Pick<Browser, 'secret' | 'sessionToken'>,
  { purpose, reference }: FormBinding,
): string {
  const session = userForms.includes(purpose) && parseToken('session', sessionToken);
  return createFormToken(secret, purpose, reference, session ? session.user_id : '');
}

/** Returns whether a form was sent from our own page to this browser. */
export function hasValidFormToken(request: FormRequest, binding: FormBinding): boolean {
  const browser = readBrowser(request.header);
  if (browser.secret === '') return false;
  const expected = getFormToken(browser, binding);
  const sentDigest = toDigest(request.body.form_token);
  const isExpected = isEqualInConstantTime(sentDigest, toDigest(expected));
  return isExpected && isSameOrigin(request.header, request.baseUrls.auth);
}

/** Throws `invalid_form_token` if a form was not sent from our own page. */
export function requireFormToken(
  request: FormRequest & { fail: Fail<'invalid_form_token'> },
  binding: FormBinding,
): void {
  if (!hasValidFormToken(request, binding)) throw request.fail('invalid_form_token');
}

/**
 * Returns a CSRF token: keyed with the secret of a cookie and bound to the purpose of the form
 * (OWASP's signed double-submit cookie).
 */
export function createFormToken(secret: string, ...bindings: readonly string[]): string {
  const hmac = createHmac('sha256', secret);
  return hmac.update(JSON.stringify(bindings)).digest('base64url');
}

/**
 * Returns false if Origin or Sec-Fetch-Site names another origin than `url`. Returns true if
 * the browser sends neither header.
 */
export function isSameOrigin(
  header: (name: string) => readonly string[],
  url: string,
): boolean {
  const { origin } = new URL(url);
  const hasOwnOrigin = header('origin').every((sent) => sent === origin);
  // `none` means that the person opened the page, e.g. by a bookmark.
  const isFirstParty = header('sec-fetch-site').every(
    (site) => site === 'same-origin' || site === 'none',
  );
  return hasOwnOrigin && isFirstParty;
}
