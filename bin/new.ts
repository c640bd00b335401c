import { runNew } from '#lib/scaffold/command.ts';

process.exitCode = await runNew(process.argv.slice(2));
