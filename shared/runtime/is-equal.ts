/**
 * Returns whether two values are the same as JSON, whatever the order of their members. A member
 * that is undefined is none.
 */
export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!hasMembers(one) || !hasMembers(other)) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys({ ...one, ...other });
  return names.every((name) => isEqual(one[name], other[name]));
}

function hasMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
