import { toAsciiDomain } from '#shared/mail/recipient.ts';
import type { Processing } from './processing.ts';
import type { UserSettings } from './user-settings.ts';

/**
 * The profile of a user, with their settings. Only the user themselves sees the email and the
 * settings.
 */
export interface UserProfile extends UserSettings, Processing {
  id: string;
  username: string;
  display_name: string;
  email: string;
  date_joined: string;
  disabled_datetime?: string;
  /** Set if the operator has entered the email, and no link in a mail has confirmed it since. */
  unconfirmed_email?: true;
  /**
   * The remote connection types of which the user has workouts, or may have: a type is added with
   * its first connection and stays as long as workouts of it may remain.
   */
  connected_types?: ReadonlySet<string>;
}

/** The credentials of a user, who signs in with this email. */
export interface Identity {
  user_id: string;
  username: string;
  email: string;
  /** An argon2id PHC string. */
  password_hash: string;
  disabled_datetime?: string;
  /**
   * The number of times that everybody who knew the password lost access: by a new password, or by
   * disabling the user. Absent for 0. Exports belong to a generation.
   */
  access_generation?: number;
  /**
   * The generation that began when the person last undid a change of their email. No earlier change
   * can be undone any more. Absent if there was none.
   */
  restored_generation?: number;
  /** The number of personal access tokens that were ever created. Absent for 0. */
  personal_tokens?: number;
}

/** The item that leads from a normalized email to its user. */
export interface EmailOwner {
  user_id: string;
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

/**
 * Normalizes an email for use as a key: trimmed, in Unicode NFC and in lower case, with an
 * international domain in Punycode, because some browsers send it like that.
 */
export function normalizeEmail(email: string): string {
  const text = email.trim().normalize('NFC').toLowerCase();
  const domainStart = text.lastIndexOf('@') + 1;
  const domain = text.slice(domainStart);
  return `${text.slice(0, domainStart)}${toAsciiDomain(domain) ?? domain}`;
}

/** Matches a local part and a domain, both without white space and control characters. */
const emailPattern = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u;

/** Returns whether a text can be an email. RFC 5321 section 4.5.3.1 limits its size in bytes. */
export function isEmail(email: string): boolean {
  const normalized = normalizeEmail(email);
  return emailPattern.test(normalized) && Buffer.byteLength(normalized) <= 254;
}
