require('./require-node-24.ts');

import('../lib/build/build.ts').then(({ runBuild }) => runBuild(process.argv.slice(2)));
