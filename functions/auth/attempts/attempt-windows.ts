import { isIP, SocketAddress } from 'node:net';
import { daySeconds } from '#shared/runtime/time.ts';

/**
 * The attempts that each limit allows within a window. A correct password is refunded, but counts
 * until it is verified, so the limits leave room for several attempts at once.
 */
export const allowedAttempts = {
  /** One account from one network: typing errors, or password guessing. */
  account_at_network: 10,
  /** One account from all networks. An account that exceeds this limit is under attack. */
  account: 30,
  /**
   * One account under attack, from one site (an IPv4 address or an IPv6 /48): enough for the user,
   * little for an attacker.
   */
  account_at_site: 1,
  /** All accounts from one network: credential stuffing. */
  network: 100,
  /** One account on its trusted device. Strangers cannot exhaust this limit. */
  account_on_trusted_device: 10,
  /** Mail to all addresses, requested from one network. */
  mail_network: 30,
  /** The secret of one client from one network. */
  client_at_network: 50,
  /** Keys of providers that one person enters. */
  provider_keys: 10,
  /** Unknown client ids from one network. */
  unknown_clients_at_network: 200,
} as const;

/**
 * The mails to one address that people can ask for in a day (UTC). Nobody can use up all of them
 * from one site (an IPv4 address or an IPv6 /48), and the last are for devices that the account
 * trusts. So the owner of the address still gets some.
 */
export const dailyMails = { fromSite: 4, onOtherDevice: 7, onTrustedDevice: 10 } as const;

/** The name of a rate limit. */
export type AttemptName = keyof typeof allowedAttempts;

/** The shortest window in seconds. After each exhausted window, the next is twice as long. */
const minWindow = 60;
/** The longest window in seconds, and the pause after which the count starts again. */
const maxWindow = 15 * 60;
/** Seconds after which windows are short again, unless a window is exhausted (`forgotten_at`). */
const resetAfter = daySeconds;

/** The attempts under one key within a window. Times are in seconds since 1970. */
export interface AttemptWindow {
  count: number;
  /** The length of the window. */
  seconds: number;
  ends_at: number;
  /**
   * When windows are as short as the first one again. For example, an exhausted window of a minute
   * is followed by one of two minutes, which ends at 12:00. If no window is exhausted from then on,
   * windows last a minute again from 12:00 of the next day.
   */
  forgotten_at: number;
  ttl: number;
}

/** Returns a window that begins at `at` and has no attempt yet. */
export function startWindow(
  at: number,
  seconds = minWindow,
): Omit<AttemptWindow, 'count'> {
  const ends_at = at + seconds;
  const forgotten_at = ends_at + resetAfter;
  return { seconds, ends_at, forgotten_at, ttl: forgotten_at };
}

/**
 * Returns the window after one that has ended, with its first attempt. The count carries over
 * unless the window was exhausted or a long pause followed. So attackers who stop just below the
 * limit are slowed down, too.
 */
export function getNextWindow(
  window: AttemptWindow,
  limit: number,
  at: number,
): AttemptWindow {
  const { count, seconds, ends_at, forgotten_at } = window;
  if (at >= forgotten_at) return { count: 1, ...startWindow(at) };

  const isExhausted = count >= limit;
  if (isExhausted) {
    const nextSeconds = Math.min(seconds * 2, maxWindow);
    return { count: 1, ...startWindow(at, nextSeconds) };
  }

  const hasPaused = at >= ends_at + maxWindow;
  return {
    ...startWindow(at, seconds),
    count: hasPaused ? 1 : count + 1,
    forgotten_at,
  };
}

/** Returns whether a window began after `at`, so the clock that began it was ahead. */
export function isOfClockAhead({ seconds, ends_at }: AttemptWindow, at: number): boolean {
  return ends_at - seconds > at;
}

/** Returns the seconds until the last attempt may be repeated, or 0 if it is within the limit. */
export function getRetryAfter(
  { count, ends_at }: AttemptWindow,
  limit: number,
  at: number,
): number {
  if (count <= limit) return 0;
  return Math.max(ends_at - at, 1);
}

/** Groups of 16 bits of an IPv6 address that identify one network (RFC 4291 section 2.5.4). */
const networkGroups = 4;
/** Groups of an IPv6 address that all networks of one site share (RFC 6177 section 2). */
const siteGroups = 3;
/** The groups of an IPv6 address. */
const allGroups = 8;

/** Returns an IPv4 address unchanged, or the /64 network of an IPv6 address. */
export function toNetwork(address: string): string {
  return toPrefix(address, networkGroups);
}

/** Returns an IPv4 address unchanged, or the /48 site of an IPv6 address. */
export function toSite(address: string): string {
  return toPrefix(address, siteGroups);
}

/**
 * Returns the network of the first groups of an IPv6 address. An IPv4 address that is mapped into
 * IPv6 counts as IPv4. Returns a text that is not an address unchanged.
 */
function toPrefix(address: string, count: number): string {
  if (isIP(address) !== 6) return address;
  const normal = normalizeIpv6(address);
  const [, mapped] = /^::ffff:([\d.]+)$/.exec(normal) ?? [];
  if (mapped !== undefined) return mapped;

  const [first = [], last = []] = normal.split('::').map(splitGroups);
  const zeros = Array<string>(allGroups - first.length - last.length).fill('0');
  const prefix = [...first, ...zeros, ...last].slice(0, count);
  return normalizeIpv6(`${prefix.join(':')}::`);
}

/** Returns an IPv6 address as RFC 5952 writes it, without a zone. */
function normalizeIpv6(address: string): string {
  return new SocketAddress({ address, family: 'ipv6' }).address;
}

function splitGroups(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
