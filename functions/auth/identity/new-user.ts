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

/** Lists every problem of a new password and its repetition. */
export function listPasswordProblems(
  password: string,
  repeated: string,
): NewPasswordProblem[] {
  const isCommon = isCommonPassword(password);
  const isInvalid = !isCommon && !Password.safeParse(password).success;
  const problems = [
    isCommon && 'common',
    isInvalid && 'invalid',
    password !== repeated && 'mismatch',
  ] as const;
  return problems.filter((problem) => problem !== false);
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
