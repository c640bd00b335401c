require('./require-node-24.ts');

import('../lib/start/process-settings.ts').then(async ({ restartWithSettings }) => {
  // Comes before the import of the rest, which a restart would otherwise load twice.
  restartWithSettings();
  const { runLocal } = await import('../lib/start/run-local.ts');
  await runLocal(process.argv.slice(2));
});
