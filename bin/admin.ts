require('./require-node-24.ts');

Promise.all([
  import('../lib/admin/commands/admin.ts'),
  import('../lib/terminal/failure.ts'),
]).then(async ([{ runAdmin }, { endWithOutput }]) => {
  endWithOutput();
  process.exitCode = await runAdmin(process.argv.slice(2));
});
