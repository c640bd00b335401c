import { buildService } from '#lib/build/build.ts';
import { failureText } from '#lib/terminal/failure.ts';

const started = performance.now();
try {
  const { built } = await buildService({ force: process.argv.includes('--force') });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    built ? `Built the functions and the template in ${seconds} s.` : 'The build is current.',
  );
} catch (error) {
  console.error(failureText(error));
  process.exitCode = 1;
}
