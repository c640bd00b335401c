import * as z from 'zod/mini';
import { FormField } from '../browser/form-fields.ts';
import { accountPages } from '../browser/page-urls.ts';

/** The query of the sign-in page: one of the few places to which it leads, so that it can lead nowhere else. */
export const SignInQuery = z.object({
  request: FormField,
  continue: z.optional(z.enum(accountPages)),
  notice: z.optional(z.literal('signed_out')),
});
export type SignInQuery = z.output<typeof SignInQuery>;

/** What a form to sign in is bound to. */
export function getFormReference(query: SignInQuery): string {
  return query.continue ?? query.request;
}
