import type { TestResponse } from './send.ts';

interface ValidationFailures {
  _diagnostics: { validation_failures: Record<string, string[]>[] };
}

/** Returns the messages of a 400 response by field. */
export function getValidationFailures({ body }: TestResponse): Record<string, string[]> {
  const { _diagnostics } = body as ValidationFailures;
  return Object.assign({}, ..._diagnostics.validation_failures);
}
