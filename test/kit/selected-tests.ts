/** A collected test, and whether it ran. */
interface CollectedTest {
  result(): { state: string };
}

/** Throws if `npm test -- -t` selected no test, because a run without tests proves nothing. */
export function requireSelectedTests(
  tests: readonly CollectedTest[],
  pattern: RegExp | undefined,
): void {
  if (pattern === undefined || tests.length === 0) return;
  const hasRun = tests.some((test) => test.result().state !== 'skipped');
  if (!hasRun)
    throw new Error(
      `No test has a title that matches ${pattern}. -t takes a pattern, in which parentheses and ` +
        'some other signs do not stand for themselves.',
    );
}
