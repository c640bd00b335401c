import type { Entry } from './entry.ts';

/** Lists the entries that are not hidden, in the order in which they were written. */
export function listShownEntries(entries: readonly Entry[]): Entry[] {
  const shown = entries.filter((entry) => !isHidden(entry));
  return shown.sort(compareIds);
}

/** Returns whether another imported entry of the same workout is shown instead (wire.md R9). */
function isHidden(entry: Entry): boolean {
  return entry.type === 'exercise' && entry.hidden_by !== undefined;
}

function compareIds(one: Entry, other: Entry): number {
  return one.id < other.id ? -1 : 1;
}
