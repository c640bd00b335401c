import { expect, it } from 'vitest';
import { requireSelectedTests } from './selected-tests.ts';

const createTests = (...states: string[]) =>
  states.map((state) => ({ result: () => ({ state }) }));

it('a run whose pattern selected no test fails, and says what -t takes', () => {
  const tests = createTests('skipped', 'skipped');
  expect(() => requireSelectedTests(tests, /title (M5)/)).toThrow(
    /^No test has a title that matches \/title \(M5\)\/\. -t takes a pattern/,
  );
});

it.each([
  [createTests('skipped', 'passed'), /title/],
  [createTests('skipped', 'failed'), /title/],
  [createTests('skipped'), undefined],
  // A file that could not be loaded has no tests, and is reported itself.
  [[], /title/],
])('any other run is left to its tests: %j, %s', (tests, pattern) => {
  expect(() => requireSelectedTests(tests, pattern)).not.toThrow();
});
