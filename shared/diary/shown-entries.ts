import type { Entry } from './entry.ts';
import { isWithin, type Span } from './span.ts';

/**
 * Lists the entries that are shown on the days of a span, in the order in which they were written.
 */
export function listShownEntries(entries: readonly Entry[], span: Span): Entry[] {
  const shown = entries.filter((entry) => isWithin(span, entry.date) && !isHidden(entry));
  return shown.sort(compareIds);
}

/** Returns whether another imported entry of the same workout is shown instead (wire.md R9). */
function isHidden(entry: Entry): boolean {
  return entry.type === 'exercise' && entry.hidden_by !== undefined;
}

function compareIds(one: Entry, other: Entry): number {
  return one.id < other.id ? -1 : 1;
}
