require('./require-node-24.ts');

import('../lib/start/limit-arenas.ts').then(async ({ restartWithFewerArenas }) => {
  // The restart comes first, so that the modules below are loaded only once.
  restartWithFewerArenas();
  const { runLocal } = await import('../lib/start/run-local.ts');
  await runLocal(process.argv.slice(2));
});
