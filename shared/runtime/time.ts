/**
 * Formats a stored time for the main API: UTC in seconds with the offset `+00:00` (wire.md
 * M11).
 */
export function formatOffsetTime(stored: string): string {
  return `${stored.slice(0, 19)}+00:00`;
}

/** Converts a time to whole seconds since 1970, the unit of every expiry. */
export function toEpochSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
