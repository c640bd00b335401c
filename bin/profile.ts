require('./require-node-24.ts');

import('../test/bench/profile/run-profile.ts').then(({ runProfile }) =>
  runProfile(process.argv.slice(2)),
);
