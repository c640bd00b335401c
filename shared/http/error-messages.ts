import type * as z from 'zod/mini';
import { invalidUtf8Value } from '../contract/text.ts';

/** The names of types, which follow "must be" in a message. */
const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

function describeLimit(
  limit: 'most' | 'least',
  origin: string,
  value: number | bigint,
): string {
  if (origin === 'string') return `must have at ${limit} ${value} characters`;
  if (origin !== 'array') return `must be at ${limit} ${value}`;
  return `must have at ${limit} ${value} ${value === 1 ? 'item' : 'items'}`;
}

/** An issue of a discriminated union: the discriminator that was sent is unknown. */
interface UnmatchedUnion {
  discriminator?: string | undefined;
  options?: readonly unknown[];
  input?: unknown;
}

/** Returns the value that was sent for the discriminator of a union, or undefined. */
export function findDiscriminator({
  discriminator = '',
  input,
}: UnmatchedUnion): unknown {
  const members = input as Readonly<Record<string, unknown>> | undefined;
  return members?.[discriminator];
}

function describeOptions(values: readonly unknown[]): string {
  const list = values.map(String).join(', ');
  return values.length > 1 ? `must be one of ${list}` : `must be ${list}`;
}

function describeUnmatchedUnion(union: UnmatchedUnion): string | undefined {
  if (union.discriminator === undefined) return undefined;
  if (findDiscriminator(union) === undefined) return 'is required';
  return describeOptions(union.options ?? []);
}

/**
 * Returns what a value must be, e.g. `must be a string`: the `error` option with which zod parses.
 * Never quotes the value, because it may be a secret.
 */
export function getIssueMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === invalidUtf8Value) return 'must be percent-encoded UTF-8';
  if (issue.input === undefined) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeNames[issue.expected] ?? issue.expected}`;
    case 'too_big':
      return describeLimit('most', issue.origin, issue.maximum);
    case 'too_small':
      return describeLimit('least', issue.origin, issue.minimum);
    case 'invalid_value':
      return describeOptions(issue.values);
    case 'invalid_union':
      return describeUnmatchedUnion(issue);
    default:
      return undefined;
  }
}
