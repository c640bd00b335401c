require('./require-node-24.ts');

import('../lib/sam/command.ts').then(({ runSam }) => runSam(process.argv.slice(2)));
