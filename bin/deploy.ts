require('./require-node-24.ts');

import('../lib/deployment/deploy.ts').then(({ runDeploy }) =>
  runDeploy(process.argv.slice(2)),
);
