require('./require-node-24.ts');

import('../lib/start/save-memory.ts').then(async ({ restartThriftily }) => {
  // The benchmarks run the service in this process, so it starts with the memory limit of
  // `npm start`.
  restartThriftily();
  const { runBench } = await import('../test/bench/run-bench.ts');
  await runBench(process.argv.slice(2));
});
