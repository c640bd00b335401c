import { runAdmin } from '../lib/admin/admin.ts';

process.exitCode = await runAdmin(process.argv.slice(2));
