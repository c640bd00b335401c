import * as z from 'zod/mini';
import { parameter } from '#shared/contract/schema.ts';
import { FormField } from '../browser/form-fields.ts';
import { accountPages } from '../browser/page-urls.ts';

/**
 * The query of the sign-in page. It has no URL to redirect to, so the page cannot be an open
 * redirector (RFC 9700 section 4.11).
 */
export const SignInQuery = z.object({
  /** The id of an authorization request, or an empty string. */
  request: FormField,
  /** The id of a pending sign-in. */
  connect: z.optional(parameter()),
  /** An account page. */
  continue: z.optional(z.enum(accountPages)),
  notice: z.optional(z.enum(['signed_out', 'password_reset'])),
});
export type SignInQuery = z.output<typeof SignInQuery>;

/** Returns what the CSRF token of a sign-in form is bound to. */
export function getFormBinding(query: SignInQuery) {
  const reference = query.continue ?? query.connect ?? query.request;
  return { purpose: 'sign-in', reference } as const;
}
