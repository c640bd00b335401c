require('./require-node-24.ts');

import('../lib/start/save-memory.ts').then(async ({ restartThriftily }) => {
  // The restart comes first, so that the modules below are loaded only once.
  restartThriftily();
  const { runLocal } = await import('../lib/start/run-local.ts');
  await runLocal(process.argv.slice(2));
});
