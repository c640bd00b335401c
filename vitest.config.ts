import { defineConfig } from 'vitest/config';

const patience = { testTimeout: 20_000, hookTimeout: 30_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'parts',
          include: ['{lib,shared}/**/*.test.ts', 'test/{architecture,infra}/**/*.test.ts'],
          ...patience,
        },
      },
      {
        test: {
          name: 'service',
          include: ['functions/**/*.test.ts', 'test/{browser,contract,journeys,property}/**/*.test.ts'],
          globalSetup: ['test/kit/global-setup.ts'],
          setupFiles: ['test/kit/environment.ts'],
          ...patience,
        },
      },
    ],
  },
});
