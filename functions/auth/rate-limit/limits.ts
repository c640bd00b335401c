/**
 * How many failed attempts each kind of subject has before it must wait. Those that are under way count as failed until
 * they have succeeded, so there is room for a person who signs in at several places at once.
 */
export const attemptLimits = {
  /** One account tried from one network: a person who mistypes, or a stranger who guesses. */
  account_at_network: 10,
  /** One account tried from anywhere. Beyond that it is under attack by many strangers, and sites have less room. */
  account: 30,
  /** One account that is under attack, tried from one site: enough for a person, little for each stranger. */
  account_at_site: 1,
  /** Any accounts tried from one network: passwords that leaked elsewhere, tried in turn. */
  network: 100,
  /** One account tried in a browser in which it was signed in to before; strangers cannot use this one up. */
  account_on_trusted_device: 10,
  /** The secret of one application tried from one network. */
  client_at_network: 50,
  /** Applications that do not exist, tried from one network. */
  unknown_clients_at_network: 200,
} as const;

/** Whose attempts are counted together. */
export type LimitName = keyof typeof attemptLimits;

/** Seconds. Each window that is used up is followed by one of twice the length, from a minute to a quarter of an hour. */
const shortest = 60;
const longest = 15 * 60;
/** A subject that used up no window for a day starts afresh. */
const remembered = 24 * 60 * 60;

/** The attempts of one subject within a window; moments are seconds since 1970. */
export interface RateLimitWindow {
  count: number;
  /** How long the window is. */
  seconds: number;
  ends_at: number;
  /** When the next window is a short one again: a day after the latest one that was used up. */
  forgotten_at: number;
  ttl: number;
}

/** A window that begins at `at`, without any attempt yet. */
export function startWindow(at: number, seconds = shortest): Omit<RateLimitWindow, 'count'> {
  const ends_at = at + seconds;
  return { seconds, ends_at, forgotten_at: ends_at + remembered, ttl: ends_at + remembered };
}

/**
 * The window that follows one that is over, with its first attempt in it. One that was not used up goes on in the next,
 * so that nobody gains by stopping just before the end of a budget; unless they rested for as long as a pause can be.
 */
export function getNextWindow(window: RateLimitWindow, limit: number, at: number): RateLimitWindow {
  const { count, seconds, ends_at, forgotten_at } = window;
  if (at >= forgotten_at) return { count: 1, ...startWindow(at) };
  if (count >= limit) return { count: 1, ...startWindow(at, Math.min(seconds * 2, longest)) };
  return {
    ...startWindow(at, seconds),
    count: at < ends_at + longest ? count + 1 : 1,
    forgotten_at,
  };
}

/** How many seconds the latest attempt in a window has to wait; 0 where it may go on. */
export function getRetryAfter(
  { count, ends_at }: RateLimitWindow,
  limit: number,
  at: number,
): number {
  return count > limit ? Math.max(ends_at - at, 1) : 0;
}
