require('./require-node-24.ts');

import('../lib/start/service-environment.ts').then(
  async ({ restartInServiceEnvironment }) => {
    // The benchmarks run the service in this process, so it starts with the memory limit of
    // `npm start`.
    restartInServiceEnvironment();
    const { runBench } = await import('../test/bench/run-bench.ts');
    await runBench(process.argv.slice(2));
  },
);
