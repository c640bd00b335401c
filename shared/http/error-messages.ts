import * as z from 'zod/mini';
import { unreadable } from '../contract/text.ts';

const nouns: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'an array',
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

/** Where no member of a union has the discriminator that was sent. */
interface Unmatched {
  discriminator?: string | undefined;
  options?: readonly unknown[];
  input?: unknown;
}

/** The value by which a union should have told its members apart. */
export function discriminatorOf({ discriminator = '', input }: Unmatched): unknown {
  return (input as Readonly<Record<string, unknown>> | undefined)?.[discriminator];
}

const oneOf = (values: readonly unknown[]) =>
  `must be ${values.length > 1 ? 'one of ' : ''}${values.map(String).join(', ')}`;

/** The member that tells what kind of thing an object is names none that is known, or is not there. */
function unmatchedDiscriminator({
  discriminator,
  options = [],
  input,
}: Unmatched): string | undefined {
  if (discriminator === undefined) return undefined;
  return discriminatorOf({ discriminator, input }) === undefined ? 'is required' : oneOf(options);
}

/** What a validation problem tells the caller: always how the value must be, never what it was. */
function sentence(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === unreadable) return 'must be percent-encoded UTF-8';
  if (issue.input === undefined) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${nouns[issue.expected] ?? issue.expected}`;
    case 'too_big':
      return bound('most', issue.origin, issue.maximum);
    case 'too_small':
      return bound('least', issue.origin, issue.minimum);
    case 'invalid_value':
      return oneOf(issue.values);
    case 'invalid_union':
      return unmatchedDiscriminator(issue);
    default:
      return undefined;
  }
}

/** Makes every schema of the process speak in this service's sentences. */
export function speakPlainly(): void {
  z.config({ localeError: sentence });
}
