import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { defineConfig } from 'vitest/config';

/**
 * Hundreds of short-lived heaps run side by side, each function's thread has one: they need no helper threads of their
 * own, and room at the start spares them most collections. A fifth of the suite's work was that.
 */
const heaps = ['--single-threaded-gc', '--min-semi-space-size=16'];
for (const flag of heaps) setFlagsFromString(flag);

/** Time limits end what hangs, on the slowest machine; no result may depend on one, nor on a limit of the service. */
const timeLimits = { testTimeout: 300_000, hookTimeout: 300_000 };
process.env.TIME_LIMIT_FACTOR ??= '100';
const onTheService = {
  setupFiles: ['test/kit/environment.ts'],
  ...timeLimits,
};
/** Tests that change the environment of their process, e.g. the table of the fixtures. */
const isolated = 'test/**/*.isolated.test.ts';
/** Tests that start a service of their own beside the shared one. */
const local = 'test/**/*.local.test.ts';
/** A deployed stack replaces the shared service, and leaves out the tests of services on this machine. */
const isDeployed = process.env.TARGET !== undefined;

export default defineConfig({
  test: {
    // Tests wait for the service more than they work, so more of them than cores run side by side.
    execArgv: heaps,
    // Once for all projects: it builds the functions, and starts the service that most tests share.
    globalSetup: ['test/kit/global-setup.ts'],
    maxWorkers: Math.max(4, availableParallelism()),
    projects: [
      {
        test: {
          name: 'parts',
          include: ['{lib,shared}/**/*.test.ts', 'test/{architecture,infra}/**/*.test.ts'],
          // Files share the modules of their process, which halves the time; none of them keeps anything there.
          isolate: false,
          ...timeLimits,
        },
      },
      {
        test: {
          name: 'service',
          include: [
            'functions/**/*.test.ts',
            'test/{browser,contract,journeys,property}/**/*.test.ts',
          ],
          exclude: isDeployed ? [isolated, local] : [isolated],
          isolate: false,
          ...onTheService,
        },
      },
      { test: { name: 'isolated', include: isDeployed ? [] : [isolated], ...onTheService } },
    ],
  },
});
