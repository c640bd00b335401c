import * as z from 'zod/mini';

const nouns: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const count = (of: number | bigint, origin: string) =>
  origin === 'string' ? `${of} characters` : `${of} ${of === 1 ? 'item' : 'items'}`;

function bound(word: 'most' | 'least', origin: string, of: number | bigint): string {
  return origin === 'string' || origin === 'array'
    ? `must have at ${word} ${count(of, origin)}`
    : `must be at ${word} ${of}`;
}

/** What a validation problem tells the caller: always how the value must be, never what it was. */
function sentence(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${nouns[issue.expected] ?? issue.expected}`;
    case 'too_big':
      return bound('most', issue.origin, issue.maximum);
    case 'too_small':
      return bound('least', issue.origin, issue.minimum);
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    default:
      return undefined;
  }
}

/** Makes every schema of the process speak in this service's sentences. */
export function speakPlainly(): void {
  z.config({ localeError: sentence });
}
