import * as z from 'zod/mini';
import { text } from '#shared/contract/text.ts';

/** The profile of a user. Only the user themselves sees the email (decision D6). */
export interface UserProfile {
  id: string;
  username: string;
  display_name: string;
  email: string;
  date_joined: string;
  disabled_datetime?: string;
}

/** The sign-in data of a user. It is stored under the email, apart from the profile. */
export interface Identity {
  user_id: string;
  username: string;
  /** An argon2id PHC string. */
  password_hash: string;
  disabled_datetime?: string;
}

/** Returns whether an identity still has the same password and is not disabled. */
export function isUnchanged(
  { password_hash }: Identity,
  current: Identity | undefined,
): boolean {
  return (
    current?.password_hash === password_hash && current.disabled_datetime === undefined
  );
}

/** Normalizes an email for use as a key: trimmed, in Unicode NFC and in lower case. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/** Matches two parts without white space and control characters. */
const emailPattern = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u;

/** Returns whether a text can be an email. RFC 5321 section 4.5.3.1 limits its bytes. */
export function isEmail(email: string): boolean {
  const normalized = normalizeEmail(email);
  return emailPattern.test(normalized) && Buffer.byteLength(normalized) <= 254;
}

/** A new password. Only its length matters (NIST SP 800-63B section 3.1.1.2). */
export const Password = text(256, 8);

/** The fields of a new user. */
export const NewUser = z.object({
  email: z.string().check(z.refine(isEmail, 'must be an email address')),
  username: text(50, 1),
  display_name: text(100, 1),
  password: Password,
});
export type NewUser = z.infer<typeof NewUser>;
