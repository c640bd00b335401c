import * as z from 'zod/mini';
import { name, shownToOthers, text } from '#shared/contract/schema.ts';
import { isCommonPassword } from '#shared/reference-data/common-passwords.ts';
import { isEmail } from './identity.ts';

/** A new password of 8 to 256 characters. Common ones are invalid (NIST SP 800-63B 3.1.1.2). */
export const Password = text(256, 8).check(
  z.refine(
    (value) => !isCommonPassword(value),
    'must not be one of the most common passwords',
  ),
);

/** Why a new password is rejected. `mismatch` means that the person repeated it differently. */
export type NewPasswordProblem = 'invalid' | 'common' | 'mismatch';

/** Returns the first problem of a new password and its repetition, or undefined. */
export function findPasswordProblem(
  password: string,
  repeated: string,
): NewPasswordProblem | undefined {
  if (isCommonPassword(password)) return 'common';
  if (!Password.safeParse(password).success) return 'invalid';
  return password === repeated ? undefined : 'mismatch';
}

/** A display name that also serves as the username. */
export const PersonName = shownToOthers(name(50));

/** The fields of a new user. */
export const NewUser = z.object({
  email: z.string().check(z.refine(isEmail, 'must be an email address')),
  username: shownToOthers(text(50, 1)),
  display_name: shownToOthers(text(100, 1)),
  password: Password,
});
export type NewUser = z.infer<typeof NewUser>;
