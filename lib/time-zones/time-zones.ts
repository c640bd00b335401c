import { reportFailure } from '../terminal/failure.ts';
import { createProgram } from '../terminal/program.ts';
import { writeZoneMap } from './places.ts';
import { writeRules } from './rules.ts';

/** Makes the data of time zones that the repository has. */
export function runTimeZones(args: readonly string[]): Promise<void> {
  return reportFailure(async () => {
    const program = createProgram('npm run time-zones --').description(
      'Makes the data about time zones that the service ships.',
    );
    program
      .command('places')
      .description('make the map of time zones from the boundaries that npm has')
      .action(writeZoneMap);
    program
      .command('rules')
      .description('make the rules of time zones from a release of their database')
      .argument(
        '<package>',
        'the path of the package that lib/time-zones/release.ts names',
      )
      .action(writeRules);
    await program.parseAsync(args, { from: 'user' });
  });
}
