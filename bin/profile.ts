require('./require-node-24.ts');

import('../lib/start/limit-arenas.ts').then(async ({ restartWithFewerArenas }) => {
  // The profiled service runs in this process, which thus needs the arena limit of `npm start`.
  restartWithFewerArenas();
  const { runProfile } = await import('../test/bench/profile/run-profile.ts');
  await runProfile(process.argv.slice(2));
});
