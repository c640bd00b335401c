import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Limits that only end tests that hang. No result may depend on the speed of the machine. */
const timeLimits = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  teardownTimeout: 300_000,
};

/** All tests, and those that a deployed stack can pass instead of the shared service. */
const allTests = { include: ['{client,functions,lib,shared,test}/**/*.test.ts'] };
const deployableTests = {
  include: ['test/{browser,contract,journeys}/**/*.test.ts'],
  exclude: ['**/*.local.test.ts'],
};

export default defineConfig({
  test: {
    ...(process.env.TARGET ? deployableTests : allTests),
    // A process loads each module once, for all of its test files.
    isolate: false,
    // At least three, because tests also wait. Each takes 10 s of CPU time to optimize the code.
    maxWorkers: Math.max(3, availableParallelism()),
    ...timeLimits,
    // Builds the functions and starts the shared service.
    globalSetup: ['test/kit/global-setup.ts'],
    setupFiles: ['test/kit/environment.ts'],
    execArgv: ['--require', join(import.meta.dirname, 'test/kit/longer-time-limits.cjs')],
  },
});
