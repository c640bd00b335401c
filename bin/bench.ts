require('./require-node-24.ts');

import('../test/bench/run-bench.ts').then(({ runBench }) =>
  runBench(process.argv.slice(2)),
);
