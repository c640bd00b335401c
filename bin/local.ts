import { help, readOptions } from '#lib/start/options.ts';
import { startService } from '#lib/start/start.ts';
import { failureText } from '#lib/terminal/failure.ts';

const isTakenPort = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

try {
  const options = readOptions(process.argv.slice(2));
  if (options) {
    const end = await startService(options);
    const exit = () => end().then(() => process.exit());
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, exit);
    // To `npm run dev`, without which this has nothing to run for.
    process.send?.('ready');
    process.once('disconnect', exit);
  } else console.log(help);
} catch (error) {
  console.error(failureText(error));
  if (isTakenPort(error))
    console.error('Choose others with --port NUMBER, or any that are free with --port 0.');
  process.exitCode = 1;
}
