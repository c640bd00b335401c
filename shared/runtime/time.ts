/** A stored time as the main interface carries it: UTC to the second with the offset `+00:00` (decision M11). */
export function offsetTime(stored: string): string {
  return `${stored.slice(0, 19)}+00:00`;
}

/** A moment as whole seconds since 1970, in which expiries are stored and compared. */
export function epochSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
