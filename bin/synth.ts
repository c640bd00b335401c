require('./require-node-24.ts');

import('../lib/build/run-synthesis.ts').then(({ runSynthesis }) =>
  runSynthesis(process.argv.slice(2)),
);
