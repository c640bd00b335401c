import * as z from 'zod/mini';
import { FormField, ProtectedForm } from '#functions/auth/browser/form-fields.ts';
import { findPasswordProblem, PersonName } from '#functions/auth/identity/new-user.ts';
import type { EmailLink } from '../email-link.ts';
import type { LinkFormProblem } from './open-link.page.ts';

/** The fields of the forms of all links. The form of each purpose has some of them. */
export const LinkForm = z.extend(ProtectedForm, {
  name: FormField,
  password: FormField,
  /** The password again. */
  repeated: FormField,
  /** Not empty if the access of all applications is to be revoked. */
  end_grants: FormField,
});
export type LinkForm = z.output<typeof LinkForm>;

/**
 * Returns the first problem of the form, or undefined if it is valid for the purpose of the link.
 */
export function findFormProblem(
  { purpose }: EmailLink,
  { name, password, repeated }: LinkForm,
): LinkFormProblem | undefined {
  if (purpose === 'email_change') return undefined;
  const needsName = purpose !== 'password_reset';
  if (needsName && !PersonName.safeParse(name).success) return 'name';
  return findPasswordProblem(password, repeated);
}
