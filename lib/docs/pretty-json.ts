/** Characters of a line, as far as they go; names of members come on top. */
const width = 96;

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return value.length > 0 ? `[${value.map(oneLine).join(', ')}]` : '[]';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${oneLine(member)}`,
  );
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}';
}

/** JSON to be read by people: whatever fits on one line is on one. */
export function prettyJson(value: unknown, indent = ''): string {
  const short = oneLine(value);
  if (indent.length + short.length <= width || typeof value !== 'object' || value === null)
    return short;
  const deeper = `${indent}  `;
  const [open, lines, close] = Array.isArray(value)
    ? ['[', value.map((item) => prettyJson(item, deeper)), ']']
    : [
        '{',
        Object.entries(value).map(
          ([name, member]) => `${JSON.stringify(name)}: ${prettyJson(member, deeper)}`,
        ),
        '}',
      ];
  return `${open}\n${lines.map((line) => deeper + line).join(',\n')}\n${indent}${close}`;
}
