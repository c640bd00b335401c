require('./require-node-24.ts');

import('../lib/start/limit-arenas.ts').then(async ({ restartWithFewerArenas }) => {
  // The profiled service runs in this process, which thus limits the memory arenas of the C library
  // as `npm start` does. The call starts the process again, and does nothing the second time.
  restartWithFewerArenas();
  const { runProfile } = await import('../test/bench/profile/run-profile.ts');
  await runProfile(process.argv.slice(2));
});
