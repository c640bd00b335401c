import * as z from 'zod/mini';
import { FormField, ProtectedForm } from '../browser/form-fields.ts';
import type { EmailLink } from '../email-link/email-link.ts';
import { findPasswordProblem, PersonName } from '../identity/new-user.ts';
import type { LinkFormProblem } from './open-link.page.ts';

/** The form of every link. Each purpose has some of the fields. */
export const LinkForm = z.extend(ProtectedForm, {
  name: FormField,
  password: FormField,
  repeated: FormField,
  end_grants: FormField,
});
export type LinkForm = z.output<typeof LinkForm>;

/** Returns the first problem of the form, or undefined if it can be processed. */
export function findFormProblem(
  { purpose }: EmailLink,
  { name, password, repeated }: LinkForm,
): LinkFormProblem | undefined {
  if (purpose === 'email_change') return undefined;
  const needsName = purpose !== 'password_reset';
  if (needsName && !PersonName.safeParse(name).success) return 'name';
  return findPasswordProblem(password, repeated);
}
