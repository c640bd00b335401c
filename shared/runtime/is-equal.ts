/**
 * Returns whether two values are the same as JSON, whatever the order of their members. A member
 * that is undefined is none.
 */
export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!hasMembers(one) || !hasMembers(other)) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  return (
    Object.keys(one).every((name) => isEqual(one[name], other[name])) &&
    Object.keys(other).every(
      (name) => other[name] === undefined || Object.hasOwn(one, name),
    )
  );
}

function hasMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
