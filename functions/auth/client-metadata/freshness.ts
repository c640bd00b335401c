/** The seconds for which a document is fresh if its host does not say it, and at most. */
const defaultSeconds = 5 * 60;
const maxSeconds = 24 * 60 * 60;

/** Matches a directive with which a cache for several people must ask again at each use. */
const uncachable = /(^|[\s,])(no-store|no-cache|private)($|[\s,=])/i;
const maxAge = /(^|[\s,])max-age="?(\d{1,10})/i;

type HeaderReader = (name: string) => string | undefined;

/**
 * Returns for how many seconds a response can be used again (RFC 9111 section 4.2), at most a day.
 * Returns 0 if its host forbids it.
 */
export function findFreshSeconds(header: HeaderReader): number {
  const cacheControl = header('cache-control') ?? '';
  if (uncachable.test(cacheControl)) return 0;

  const [, , seconds] = maxAge.exec(cacheControl) ?? [];
  const lifetime =
    seconds === undefined ? (findLifetime(header) ?? defaultSeconds) : Number(seconds);
  const age = Number(header('age') ?? 0) || 0;
  return Math.min(Math.max(lifetime - age, 0), maxSeconds);
}

/** Returns the seconds between the `Date` and the `Expires` header. An invalid one is past. */
function findLifetime(header: HeaderReader): number | undefined {
  const expires = header('expires');
  if (expires === undefined) return undefined;
  const seconds = (Date.parse(expires) - Date.parse(header('date') ?? '')) / 1000;
  return Number.isFinite(seconds) ? seconds : 0;
}
