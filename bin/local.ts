require('./require-node-24.ts');

import('../lib/start/limit-arenas.ts').then(async ({ limitArenas }) => {
  limitArenas();
  const { runLocal } = await import('../lib/start/run-local.ts');
  await runLocal(process.argv.slice(2));
});
