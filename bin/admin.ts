import { enableCompileCache } from 'node:module';

// Most of what a command takes is the time to load the SDK, which is half of it once it has been compiled.
enableCompileCache();
const { runAdmin } = await import('#lib/admin/admin.ts');
process.exitCode = await runAdmin(process.argv.slice(2));
