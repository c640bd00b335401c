/** An event pattern of EventBridge, as far as the stack uses them: for each member the texts that it may be. */
export type Pattern = { readonly [Member in string]: Pattern | readonly Matcher[] };

/** A text, or the beginning of one. */
export type Matcher = string | { prefix: string };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function accepts(matcher: Matcher, value: unknown): boolean {
  if (typeof matcher === 'string') return value === matcher;
  if (typeof matcher.prefix === 'string')
    return typeof value === 'string' && value.startsWith(matcher.prefix);
  throw new Error(
    `An event pattern has ${JSON.stringify(matcher)}: the local runner knows texts and prefixes.`,
  );
}

/** Whether an event matches. Throws a sentence where the pattern has an operator that the runner does not know. */
export function matches(pattern: Pattern, event: unknown): boolean {
  return Object.entries(pattern).every(([member, expected]) => {
    const value = isObject(event) ? event[member] : undefined;
    return isMatchers(expected)
      ? expected.some((matcher) => accepts(matcher, value))
      : matches(expected, value);
  });
}

const isMatchers = (expected: Pattern | readonly Matcher[]): expected is readonly Matcher[] =>
  Array.isArray(expected);
