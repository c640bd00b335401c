import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const patience = { testTimeout: 20_000, hookTimeout: 30_000 };
const onTheService = {
  globalSetup: ['test/kit/global-setup.ts'],
  setupFiles: ['test/kit/environment.ts'],
  ...patience,
};
/** What changes the surroundings of its process, such as the table that fixtures use, must have one of its own. */
const apart = 'test/**/*.apart.test.ts';

export default defineConfig({
  test: {
    // Tests wait for the service more than they work, so more of them than cores run side by side.
    maxWorkers: Math.max(4, availableParallelism()),
    projects: [
      {
        test: {
          name: 'parts',
          include: ['{lib,shared}/**/*.test.ts', 'test/{architecture,infra}/**/*.test.ts'],
          // Files share the modules of their process, which halves the time; none of them keeps anything there.
          isolate: false,
          globalSetup: ['test/kit/build.ts'],
          ...patience,
        },
      },
      {
        test: {
          name: 'service',
          include: ['functions/**/*.test.ts', 'test/{browser,contract,journeys,property}/**/*.test.ts'],
          exclude: [apart],
          isolate: false,
          ...onTheService,
        },
      },
      { test: { name: 'apart', include: [apart], ...onTheService } },
    ],
  },
});
