import type * as z from 'zod/mini';
import type { Schema } from '../contract/endpoint.ts';
import { type Failures, serviceError } from '../errors/errors.ts';
import { discriminatorOf, speakPlainly } from './error-messages.ts';

speakPlainly();

/** The name under which a problem is reported: the path of the member, or `__all__` for the whole (decision M4). */
function fieldOf(path: readonly PropertyKey[]): string {
  return path.length > 0 ? path.map(String).join('.') : '__all__';
}

function flatten(issues: readonly z.core.$ZodIssue[]): [string, string][] {
  return issues.map((issue) => [fieldOf(issue.path), issue.message]);
}

/** Whether a problem is that a kind of thing is not known here: of a union's member, or as a schema marks it. */
function isUnsupportedType(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'custom') return issue.params?.unsupported_type === true;
  return issue.code === 'invalid_union' && discriminatorOf(issue) !== undefined;
}

/** The parts of one request against their schemas. */
export interface Validated {
  values: Readonly<Record<string, unknown>>;
  failures: Failures;
  /** That one of the failures is of a kind of thing that is not known here. */
  unsupported: boolean;
}

/** Validates all parts at once, so that a caller learns every problem from one answer. */
export function validate(
  parts: Readonly<Record<string, { schema: Schema; value: unknown }>>,
): Validated {
  const values: Record<string, unknown> = {};
  const failures: Record<string, string[]> = {};
  let unsupported = false;
  for (const [part, { schema, value }] of Object.entries(parts)) {
    const result = schema.safeParse(value, { reportInput: true });
    if (result.success) {
      values[part] = result.data;
      continue;
    }
    unsupported ||= result.error.issues.some(isUnsupportedType);
    for (const [field, problem] of flatten(result.error.issues)) {
      failures[field] = [...(failures[field] ?? []), problem];
    }
  }
  return { values, failures, unsupported };
}

/** A value as its schema gives it. Throws `validation_failed` with every problem. */
export function accept<S extends Schema>(schema: S, value: unknown): z.output<S> {
  const { values, failures } = validate({ accepted: { schema, value } });
  if (Object.keys(failures).length > 0) throw serviceError('validation_failed', { failures });
  return values.accepted as z.output<S>;
}
