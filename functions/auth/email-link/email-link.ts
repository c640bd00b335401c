import { matchesDigest } from '#shared/auth/secrets.ts';
import { daySeconds, toEpochSeconds } from '#shared/runtime/time.ts';

const minute = 60;

/** The seconds for which a link works, by the purpose of the link. */
export const linkLifetimes = {
  sign_up: daySeconds,
  invitation: 7 * daySeconds,
  password_reset: 30 * minute,
  email_change: daySeconds,
  email_undo: 7 * daySeconds,
} as const;

export type LinkPurpose = keyof typeof linkLifetimes;

/** The purpose of a link that is sent by mail, and the facts that it needs. */
export interface LinkContent {
  /** The id of the user, or of the user that the link creates. */
  user_id: string;
  purpose: LinkPurpose;
  /** The address to which the link is sent. */
  email: string;
  /** The name that an invitation suggests. */
  display_name?: string | undefined;
  /** The address that `email` replaces. */
  previous_email?: string | undefined;
  /** The digest of the password hash when the link was sent. A changed password ends the link. */
  password_digest?: string | undefined;
  /** The generation of access (`Identity`) in which the link was sent. */
  access_generation?: number | undefined;
  /** The password hash that a link restores, until it is used. */
  previous_password_hash?: string | undefined;
  /** The id of the session in which the change was requested. */
  session_id?: string | undefined;
  /** When the change took place that a link undoes. */
  changed_datetime?: string | undefined;
  /** The id of the authorization request that the person continues with. */
  request?: string | undefined;
}

/**
 * A link that is sent by mail and works once. The function that sends the mail creates the secret
 * of the link. Only the mail contains the secret, and only a digest is stored.
 */
export interface EmailLink extends LinkContent {
  id: string;
  /**
   * The digest of the secret of each mail, by the id of the mail. If the mail is sent again, it
   * contains a new secret.
   */
  digests: Readonly<Record<string, string>>;
  /** Seconds since 1970. */
  expires_at: number;
  /** Seconds since 1970. */
  used_at?: number;
  ttl: number;
}

/** Returns whether a link is unused and not expired, and was sent with this secret. */
export function isUsable(link: EmailLink, secret: string, now: Date): boolean {
  const isOpen = link.used_at === undefined && link.expires_at > toEpochSeconds(now);
  const digests = Object.values(link.digests);
  return isOpen && digests.some((digest) => matchesDigest(secret, digest));
}
