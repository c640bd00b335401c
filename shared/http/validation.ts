import type * as z from 'zod/mini';
import type { Schema } from '../contract/endpoint.ts';
import { invalidUtf8Value } from '../contract/schema.ts';
import { type Failures, serviceError } from '../errors/errors.ts';
import type { UncheckedPart } from './body.ts';

type Issue = z.core.$ZodIssue;

/** Returns the field name of a problem: the path of the member, or `__all__` for the whole body. */
function toFieldName(path: readonly PropertyKey[]): string {
  if (path.length === 0) return '__all__';
  return path.map(String).join('.');
}

/**
 * Returns whether an issue is about an unknown type: an unknown alternative of a union, or a value
 * that its schema reports as such.
 */
function isUnsupportedType(issue: Issue): boolean {
  if (issue.code === 'custom') return issue.params?.isUnsupportedType === true;
  return issue.code === 'invalid_union' && findDiscriminator(issue) !== undefined;
}

/** Returns whether the message is a complete sentence that clients parse. */
function isUnsupportedSentence(issue: Issue): boolean {
  return issue.code === 'custom' && isUnsupportedType(issue);
}

/** The result of validating the parts of a request. */
export interface ValidationResult {
  values: Readonly<Record<string, unknown>>;
  failures: Failures;
  /** Whether one of the failures is an unknown type. */
  hasUnsupportedType: boolean;
  /** The messages about unknown types that are complete sentences and do not need their field. */
  sentences: readonly string[];
}

const parseOptions = { error: getIssueMessage, reportInput: true };

/**
 * Returns whether the other issues of a value leave nothing to say of one: its size counts what its
 * wrong type has, or a later issue has a narrower limit, as that of an integer is the widest.
 */
function isImplied({ code }: Issue, index: number, issues: readonly Issue[]): boolean {
  if (code !== 'too_big' && code !== 'too_small') return false;
  return issues.some(
    (other, at) => other.code === 'invalid_type' || (other.code === code && at > index),
  );
}

function groupFailures(issues: readonly Issue[]): Failures {
  const issuesByField = Map.groupBy(issues, ({ path }) => toFieldName(path));
  const failures = [...issuesByField].map(([field, ofField]) => {
    const told = ofField.filter((...issue) => !isImplied(...issue));
    return [field, told.map(({ message }) => message)];
  });
  return Object.fromEntries(failures);
}

/** Validates all parts together, so that one error names every problem of the request. */
export function validate(
  parts: Readonly<Record<string, UncheckedPart>>,
): ValidationResult {
  const values: Record<string, unknown> = {};
  const issues: Issue[] = [];
  for (const [name, { schema, value }] of Object.entries(parts)) {
    const result = schema.safeParse(value, parseOptions);
    if (result.success) values[name] = result.data;
    else issues.push(...result.error.issues);
  }
  return {
    values,
    failures: groupFailures(issues),
    hasUnsupportedType: issues.some(isUnsupportedType),
    sentences: issues.filter(isUnsupportedSentence).map(({ message }) => message),
  };
}

/** Parses a value with a schema. Throws `validation_failed` with every problem. */
export function parseOrFail<S extends Schema>(schema: S, value: unknown): z.output<S> {
  const { values, failures } = validate({ parsed: { schema, value } });
  if (Object.keys(failures).length > 0)
    throw serviceError('validation_failed', { failures });
  return values.parsed as z.output<S>;
}

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
  if (origin !== 'string' && origin !== 'array') return `must be at ${limit} ${value}`;
  const unit = origin === 'string' ? 'character' : 'item';
  return `must have at ${limit} ${value} ${value === 1 ? unit : `${unit}s`}`;
}

/** An issue of a discriminated union: the discriminator that was sent is unknown. */
interface UnmatchedUnion {
  discriminator?: string | undefined;
  options?: readonly unknown[];
  input?: unknown;
}

/** Returns the value that was sent for the discriminator of a union, or undefined. */
function findDiscriminator({ discriminator = '', input }: UnmatchedUnion): unknown {
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
  if (issue.input === invalidUtf8Value) return 'must be valid UTF-8';
  if (issue.input === undefined) return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      // JSON can have a number such as 1e400, which is larger than all that are finite.
      if (typeof issue.input === 'number' && issue.expected === 'number')
        return 'must be a finite number';
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
