/**
 * Why something failed, as a developer reads it. What we throw ourselves is a sentence that says what to do; anything else
 * is a mistake in the code, which is told with its place, down to where Node's own code begins.
 */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'Error' || !error.stack) return error.message;
  return error.stack.replace(/^ +at .*\bnode:.*$\n?/gm, '').trimEnd();
}
