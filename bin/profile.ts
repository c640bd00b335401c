require('./require-node-24.ts');

import('../lib/start/process-settings.ts').then(async ({ restartWithSettings }) => {
  // The profile is that of a service with the settings of `npm start`.
  restartWithSettings();
  const { runProfile } = await import('../test/bench/profile/run-profile.ts');
  await runProfile(process.argv.slice(2));
});
