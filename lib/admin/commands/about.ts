import { join } from 'node:path';
import { findBackupProblem, readBackupState } from '../../local/backup/watch-backups.ts';
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
    if (isDeployed) return {};
    const backups = await readBackupState(data);
    return { service: await findRunningService(data), backups };
  });

  program
    .command('about')
    .description(
      'Says which Node and which rules of time zones the service has, and when its last backup ' +
        'was made. It fails if a backup has failed, or is late.',
    )
    .addHelpText(...formatExamples('about', 'about --outputs outputs.json'))
    .action(
      run(async ({ service, backups }) => {
        const shipped = readRulesVersion(join(rulesFolder, rulesFileName));
        const { node = null, tz = shipped } = service?.versions ?? {};
        const last_backup_datetime = backups?.last ?? null;
        return {
          data: {
            node,
            time_zones: tz,
            time_zones_shipped: shipped,
            last_backup_datetime,
          },
          problem: backups && findBackupProblem(backups, new Date()),
        };
      }),
    );
}
