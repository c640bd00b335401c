require('./require-node-24.ts');

// The compiled code of the AWS SDK halves the time that a command takes.
require('node:module').enableCompileCache();

import('../lib/admin/commands/admin.ts').then(async ({ runAdmin }) => {
  process.exitCode = await runAdmin(process.argv.slice(2));
});
