/** Returns JSON in which the members of every object are sorted by name. */
export function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member) => {
    const isObject =
      typeof member === 'object' && member !== null && !Array.isArray(member);
    return isObject ? sortMembers(member) : member;
  });
}

function sortMembers(object: object): object {
  const members = Object.entries(object);
  members.sort(([name], [otherName]) => (name < otherName ? -1 : 1));
  return Object.fromEntries(members);
}
