/** The text before the first object of a JSON array that is written piece by piece. */
export const arrayBegin = '[';

/** The text after the last object. */
export const arrayEnd = '\n]\n';

/**
 * Formats objects of a JSON array, one on each line. `written` is the number of objects that the
 * array has already.
 */
export function formatArrayItems(items: readonly object[], written: number): string {
  const lines = items.map((item) => JSON.stringify(item));
  if (lines.length === 0) return '';
  const separator = written === 0 ? '\n' : ',\n';
  return separator + lines.join(',\n');
}
