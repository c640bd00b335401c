import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Limits that only end tests that hang. No result may depend on the speed of the machine. */
const timeLimits = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  teardownTimeout: 300_000,
};

/** Tests that start a service of their own beside the shared one. */
const localTests = 'test/**/*.local.test.ts';
/**
 * Whether a deployed stack replaces the shared service. Services on this machine are not tested
 * then.
 */
const isDeployed = process.env.TARGET !== undefined;

export default defineConfig({
  test: {
    include: ['{client,functions,lib,shared,test}/**/*.test.ts'],
    exclude: isDeployed ? [localTests] : [],
    // A process loads each module once, for all of its test files.
    isolate: false,
    ...timeLimits,
    // Builds the functions and starts the shared service.
    globalSetup: ['test/kit/global-setup.ts'],
    setupFiles: ['test/kit/environment.ts'],
    execArgv: ['--require', join(import.meta.dirname, 'test/kit/longer-time-limits.cjs')],
  },
});
