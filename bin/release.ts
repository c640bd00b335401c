require('./require-node-24.ts');

import('../lib/release/release.ts').then(({ runRelease }) =>
  runRelease(process.argv.slice(2)),
);
