import { join } from 'node:path';
import { findRunningService } from '../../local/host/pid-file.ts';
import {
  readRulesVersion,
  rulesFileName,
  rulesFolder,
} from '../../time-zones/rules-file.ts';
import type { Terminal } from '../command.ts';
import { type AdminProgram, createRunner, formatExamples } from '../program.ts';

/** Registers the command that says how old the rules of time zones are. */
export function registerAbout(program: AdminProgram, terminal: Terminal): void {
  const run = createRunner(program, terminal, async ({ outputs, table, data }) => {
    const isDeployed = outputs !== undefined || table !== undefined;
    return isDeployed ? undefined : findRunningService(data);
  });

  program
    .command('about')
    .description('Says which Node and which rules of time zones the service has.')
    .addHelpText(...formatExamples('about', 'about --outputs outputs.json'))
    .action(
      run(async (service) => {
        const shipped = readRulesVersion(join(rulesFolder, rulesFileName));
        const { node = null, tz = shipped } = service?.versions ?? {};
        const data = { node, time_zones: tz, time_zones_shipped: shipped };
        return { data };
      }),
    );
}
