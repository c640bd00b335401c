import type * as z from 'zod/mini';
import type { Schema } from '../contract/endpoint.ts';
import { type Failures, serviceError } from '../errors/errors.ts';
import { findDiscriminator, getIssueMessage } from './error-messages.ts';

type Issue = z.core.$ZodIssue;

/**
 * Returns the field name of a problem: the path of the member, or `__all__` for the whole body
 * (wire.md M4).
 */
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

/** Returns whether the message is a complete sentence that clients parse (wire.md Y8). */
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

/** A part of a request, such as its query or body. */
interface UncheckedPart {
  schema: Schema;
  value: unknown;
}

const parseOptions = { error: getIssueMessage, reportInput: true };

function groupFailures(issues: readonly Issue[]): Failures {
  const failures: Record<string, string[]> = {};
  for (const { path, message } of issues) {
    const field = toFieldName(path);
    failures[field] = [...(failures[field] ?? []), message];
  }
  return failures;
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
