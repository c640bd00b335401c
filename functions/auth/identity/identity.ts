import * as z from 'zod/mini';
import { text } from '#shared/contract/text.ts';

/** A person, as others may see them, and the e-mail for themselves (decision D6). */
export interface UserProfile {
  id: string;
  username: string;
  display_name: string;
  email: string;
  date_joined: string;
  disabled_datetime?: string;
}

/** What a person signs in with; it lies under the e-mail, apart from the user. */
export interface Identity {
  user_id: string;
  username: string;
  /** An argon2id PHC string. */
  password_hash: string;
  disabled_datetime?: string;
}

/** Whether a sign-in that was read earlier still holds: the person was not disabled, nor their password changed. */
export function isUnchanged({ password_hash }: Identity, current: Identity | undefined): boolean {
  return current?.password_hash === password_hash && current.disabled_datetime === undefined;
}

/** An e-mail as a key: however it is typed, it is the same one. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/** Whether a text can be an e-mail at all; RFC 5321 section 4.5.3.1 sets the length in bytes. */
export function isEmail(email: string): boolean {
  const normal = normalizeEmail(email);
  return /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(normal) && Buffer.byteLength(normal) <= 254;
}

/** A password that a person may choose: length is what counts (NIST SP 800-63B section 3.1.1.2). */
export const Password = text(256, 8);

/** What the operator states of a new user. */
export const NewUser = z.object({
  email: z.string().check(z.refine(isEmail, 'must be an email address')),
  username: text(50, 1),
  display_name: text(100, 1),
  password: Password,
});
export type NewUser = z.infer<typeof NewUser>;
