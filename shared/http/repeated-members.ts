/** A JSON text of a request, and where in its body it is. */
export interface JsonText {
  path: readonly string[];
  text: string;
  value: unknown;
}

/** A string, the colon after it if it names a member, or what separates values outside strings. */
const nameOrSeparator = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\],]/gs;

/** A value that encloses others, and the name or the index of the one that is read. */
interface Enclosing {
  /** The names of an object so far, none of a list. */
  names: Set<string> | undefined;
  at: string;
}

/**
 * Lists the paths of the members that a JSON text has more than once, of which its value has the
 * last only.
 */
export function listRepeatedMembers({ path, text, value }: JsonText): string[][] {
  // Nearly every text has as many colons after quotes as members, and is not read again.
  const colons = text.match(/"\s*:/g)?.length ?? 0;
  if (colons <= countMembers(value)) return [];
  return findRepeatedMembers(text).map((inner) => [...path, ...inner]);
}

function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const values = Object.values(value);
  const own = Array.isArray(value) ? 0 : values.length;
  return values.reduce<number>((sum, inner) => sum + countMembers(inner), own);
}

function findRepeatedMembers(text: string): string[][] {
  const repeated: string[][] = [];
  const path: Enclosing[] = [];
  for (const [token, string = '', colon] of text.matchAll(nameOrSeparator)) {
    const enclosing = path.at(-1);
    if (token === '{') path.push({ names: new Set(), at: '' });
    else if (token === '[') path.push({ names: undefined, at: '0' });
    else if (token === '}' || token === ']') path.pop();
    else if (token === ',' && enclosing && !enclosing.names)
      enclosing.at = String(Number(enclosing.at) + 1);
    else if (colon !== undefined && enclosing?.names) {
      enclosing.at = JSON.parse(string);
      if (enclosing.names.has(enclosing.at)) repeated.push(path.map(({ at }) => at));
      enclosing.names.add(enclosing.at);
    }
  }
  return repeated;
}
