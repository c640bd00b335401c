/** The pattern of an event filter: the values that each member of an event may have. */
export interface EventPattern {
  readonly [member: string]: EventPattern | readonly EventMatcher[];
}

/** Matches a string, strings with a prefix, or the presence or absence of any value. */
type EventMatcher = string | { prefix: string } | { exists: boolean };

/** Returns whether a value has members. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isMatcherList(
  expected: EventPattern | readonly EventMatcher[],
): expected is readonly EventMatcher[] {
  return Array.isArray(expected);
}

function matchesValue(matcher: EventMatcher, value: unknown): boolean {
  if (typeof matcher === 'string') return value === matcher;
  if ('exists' in matcher) return (value !== undefined) === matcher.exists;
  if (typeof matcher.prefix === 'string')
    return typeof value === 'string' && value.startsWith(matcher.prefix);

  const operator = JSON.stringify(matcher);
  throw new Error(`The local runner does not support ${operator} in an event pattern.`);
}

/** Returns whether an event matches a pattern. Throws if it finds an unsupported operator. */
export function matchesEventPattern(pattern: EventPattern, event: unknown): boolean {
  return Object.entries(pattern).every(([member, expected]) => {
    const value = isObject(event) ? event[member] : undefined;
    if (!isMatcherList(expected)) return matchesEventPattern(expected, value);

    return expected.some((matcher) => matchesValue(matcher, value));
  });
}

/**
 * Converts a wildcard pattern of IAM or CloudFront into a regular expression for the whole text.
 * `*` matches any characters, including slashes; `?` matches exactly one.
 */
export function wildcardToRegExp(pattern: string, flags = ''): RegExp {
  const source = RegExp.escape(pattern).replaceAll('\\*', '.*').replaceAll('\\?', '.');
  return new RegExp(`^${source}$`, `s${flags}`);
}
