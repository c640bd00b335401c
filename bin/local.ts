require('./require-node-24.ts');

import('../lib/start/service-environment.ts').then(
  async ({ restartInServiceEnvironment }) => {
    // The restart comes first, so that the modules below are loaded only once.
    restartInServiceEnvironment();
    const { runLocal } = await import('../lib/start/run-local.ts');
    await runLocal(process.argv.slice(2));
  },
);
