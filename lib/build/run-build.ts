import { reportFailure } from '../terminal/failure.ts';
import { buildService } from './build.ts';

/** Builds the service if a source changed. `--force` builds it always. */
export function runBuild(args: readonly string[]): Promise<void> {
  return reportFailure(async () => {
    const { built } = await buildService({ force: args.includes('--force') });
    const millisSinceProcessStart = performance.now();
    const seconds = (millisSinceProcessStart / 1000).toFixed(1);
    const message = built
      ? `Built the functions and the template in ${seconds} s.`
      : 'The build is up to date.';
    console.log(message);
  });
}
