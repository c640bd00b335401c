require('./require-node-24.ts');

import('../lib/start/develop.ts').then(({ develop }) => develop(process.argv.slice(2)));
