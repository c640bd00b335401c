require('./require-node-24.ts');

import('../lib/admin/commands/admin.ts').then(async ({ runAdmin }) => {
  process.exitCode = await runAdmin(process.argv.slice(2));
});
