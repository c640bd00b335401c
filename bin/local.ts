require('./require-node-24.ts');

import('../lib/start/limit-arenas.ts').then(async ({ restartWithFewerArenas }) => {
  // Comes before the import of the rest, which a restart would otherwise load twice.
  restartWithFewerArenas();
  const { runLocal } = await import('../lib/start/run-local.ts');
  await runLocal(process.argv.slice(2));
});
