require('./require-node-24.ts');

import('../lib/stack-trace/command.ts').then(({ runStackTrace }) =>
  runStackTrace(process.argv.slice(2)),
);
