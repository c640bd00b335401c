require('./require-node-24.ts');

import('../test/samples/run-check.ts').then(({ runSampleCheck }) =>
  runSampleCheck(process.argv.slice(2)),
);
