require('./require-node-24.ts');

import('../lib/start/process-settings.ts').then(async ({ restartWithSettings }) => {
  // The benchmarks run the service in their process, with the settings of `npm start`.
  restartWithSettings();
  const { runBench } = await import('../test/bench/run-bench.ts');
  await runBench(process.argv.slice(2));
});
