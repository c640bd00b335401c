import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{functions,lib,shared,test}/**/*.test.ts'],
    globalSetup: ['test/kit/global-setup.ts'],
    setupFiles: ['test/kit/environment.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
