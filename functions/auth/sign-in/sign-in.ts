import * as z from 'zod/mini';
import { FormField } from '#functions/auth/browser/form.ts';
import {
  accountPages,
  getPageUrls,
  type SignInTarget,
} from '#functions/auth/browser/page-urls.ts';
import type { ServiceSettings } from '#shared/contract/resources.ts';
import { parameter } from '#shared/contract/schema.ts';
import type { SignInHelp } from './sign-in.page.ts';

/**
 * The query of the sign-in page. It has no URL to redirect to, so the page cannot be an open
 * redirector (RFC 9700 section 4.11).
 */
export const SignInQuery = z.object({
  /** The id of an authorization request, or an empty string. */
  request: FormField,
  /** The id of a pending sign-in. */
  connect: z.optional(parameter()),
  continue: z.optional(z.enum(accountPages)),
  /** The query of the account page. */
  parameters: z.optional(parameter()),
});
export type SignInQuery = z.output<typeof SignInQuery>;

/** Returns what the CSRF token of a sign-in form is bound to. */
export function getFormBinding(query: SignInQuery) {
  const reference = query.continue ?? query.connect ?? query.request;
  return { purpose: 'sign-in', reference } as const;
}

/** Returns where the person continues to after the sign-in. */
export function getTarget({
  request,
  connect,
  continue: page,
  parameters,
}: SignInQuery): SignInTarget {
  if (page !== undefined) return { continue: page, parameters };
  return connect === undefined ? { request } : { connect };
}

/** A request to the sign-in page. */
interface SignInHelpRequest {
  query: SignInQuery;
  baseUrls: { auth: string };
  version: string;
  settings: Pick<ServiceSettings, 'signUp' | 'mailFrom'>;
}

/** Returns the URLs of the pages for people without an account or password. */
export function getSignInHelp({
  query,
  baseUrls,
  version,
  settings,
}: SignInHelpRequest): SignInHelp {
  const { sendLink } = getPageUrls(baseUrls, version);
  const { signUp, mailFrom } = settings;
  const { request } = query;
  return {
    signUp: signUp === 'open' ? sendLink('sign_up', request) : undefined,
    passwordReset:
      mailFrom === undefined ? undefined : sendLink('password_reset', request),
  };
}

/**
 * Memory in MiB of functions that hash or verify passwords. Argon2id needs only 19 MiB, but Lambda
 * gives a function a share of CPU in proportion to its memory.
 */
export const passwordMemory = 1024;

/** The response to a form if there were too many attempts with incorrect passwords. */
export const tooManyAttempts = {
  description: 'The same page: too many failed attempts, so this one was not checked.',
  body: 'html',
  headers: ['Retry-After'],
} as const;

/** The responses to a form whose current password is incorrect, or was so too often. */
export const passwordResponses = {
  403: { description: 'The same page: the current password is incorrect.', body: 'html' },
  429: tooManyAttempts,
} as const;
