require('./require-node-24.ts');

import('../lib/build/client-package.ts').then(({ runClientBuild }) =>
  runClientBuild(process.argv.slice(2)),
);
