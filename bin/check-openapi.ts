require('./require-node-24.ts');

import('../test/openapi-tools/run-check.ts').then(({ runOpenApiCheck }) =>
  runOpenApiCheck(process.argv.slice(2)),
);
