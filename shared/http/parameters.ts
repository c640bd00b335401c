import { unreadable } from '../contract/text.ts';

type Value = string | typeof unreadable;

/** Parameters by name: a text, or the list of texts where a name was sent more than once. */
export type Parameters = Readonly<Record<string, Value | readonly string[]>>;

/** Groups name and value pairs; a name that was sent twice has a list, which a schema of a text refuses. */
export function groupParameters(pairs: Iterable<readonly [string, Value]>): Parameters {
  const grouped = Map.groupBy(pairs, ([name]) => name);
  return Object.fromEntries(
    [...grouped].map(([name, sent]) => [name, together(sent.map(([, value]) => value))]),
  );
}

function together(sent: readonly Value[]): Parameters[string] {
  const texts = sent.filter((value) => value !== unreadable);
  if (texts.length < sent.length) return unreadable;
  const [only = '', ...more] = texts;
  return more.length > 0 ? texts : only;
}

/** A parameter of a list as some clients number it, as in `fields[0]`; it is one more `fields[]`. */
const numbered = /\[\d+\]$/;

/**
 * The pairs of an event's query string. API Gateway has decoded it, with U+FFFD in place of bytes that are no UTF-8, so
 * a value with that character counts as such (decision M12).
 */
export function* queryPairs(
  query: Readonly<Record<string, string[] | undefined>> | null,
): Generator<readonly [string, Value]> {
  for (const [name, values] of Object.entries(query ?? {}))
    for (const value of values ?? [])
      yield [name.replace(numbered, '[]'), value.includes('\ufffd') ? unreadable : value];
}

/** The pairs of a form; one whose name cannot be read is none that anybody asks for. */
export function* formPairs(form: string): Generator<readonly [string, Value]> {
  for (const pair of form.split('&')) {
    const [name = '', ...value] = pair.split('=').map((part) => part.replaceAll('+', ' '));
    const known = decode(name);
    if (known !== unreadable) yield [known, decode(value.join('='))];
  }
}

function decode(encoded: string): Value {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return unreadable;
  }
}
