/** Returns what names of one meal have in common: their case does not matter, as in `Imbiß`. */
export function toMealKey(name: string): string {
  return name.toUpperCase().toLowerCase();
}
