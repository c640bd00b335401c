require('./require-node-24.ts');

import('../lib/cloud/run-synthesis.ts').then(({ runSynthesis }) => runSynthesis());
