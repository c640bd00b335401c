require('./require-node-24.ts');

import('../lib/build/run-bundle.ts').then(({ runBundle }) =>
  runBundle(process.argv.slice(2)),
);
