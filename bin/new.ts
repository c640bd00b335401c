require('./require-node-24.ts');

import('../lib/scaffold/command.ts').then(({ runNew }) => runNew(process.argv.slice(2)));
