/** A stored time as the main interface carries it: UTC to the second with the offset `+00:00` (decision M11). */
export function offsetTime(stored: string): string {
  return `${stored.slice(0, 19)}+00:00`;
}
