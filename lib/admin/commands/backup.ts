import { Option } from '@commander-js/extra-typings';
import { createIntegerParser } from '../../terminal/program.ts';
import type { Terminal } from '../command.ts';
import { type AdminProgram, createRunner, formatExamples } from '../program.ts';

const backupExamples = [
  'backup /mnt/backup/monday',
  'backup /mnt/backup --keep-daily 7 --keep-weekly 4',
];

/** Registers the commands that back up and restore the data folder of a local service. */
export function registerBackupCommands(program: AdminProgram, terminal: Terminal): void {
  const run = createRunner(program, terminal, async ({ table, outputs, data }) => {
    if (table !== undefined || outputs !== undefined)
      program.error(
        'error: a deployed table is backed up by AWS; see docs/operations.md',
      );
    const { createBackup, restoreBackup } = await import('../../local/backup/backup.ts');
    const { rotateBackups } = await import('../../local/backup/rotation.ts');
    return { data, createBackup, restoreBackup, rotateBackups };
  });

  program
    .command('backup')
    .description('Backs up the data of the local service, even while the service runs.')
    .argument('<folder>', 'new folder for table, images, encryption key and queues')
    .addOption(
      new Option(
        '--keep-daily <days>',
        'back up into a new folder below <folder>, and delete those backups there that are ' +
          'not the newest of one of the last days',
      ).argParser(createIntegerParser(1, 1000)),
    )
    .addOption(
      new Option(
        '--keep-weekly <weeks>',
        'keep the newest of each of the last weeks, too',
      )
        .argParser(createIntegerParser(0, 1000))
        .implies({ keepDaily: 1 }),
    )
    .addHelpText(...formatExamples(...backupExamples))
    .action(
      run(async (context, folder, { keepDaily, keepWeekly = 0 }) => {
        const { data, createBackup, rotateBackups } = context;
        const now = new Date();
        const retention = { days: keepDaily ?? 0, weeks: keepWeekly };
        const result =
          keepDaily === undefined
            ? { folder, ...(await createBackup(data, folder, now)) }
            : { ...(await rotateBackups(data, folder, retention, now)) };
        return {
          data: result,
          note: 'The backup has the encryption key: keep it as private as the data.',
        };
      }),
    );

  program
    .command('restore')
    .description('Restores a backup into the data folder, which must not exist yet.')
    .argument('<folder>', 'folder of the backup')
    .addHelpText(...formatExamples('restore /mnt/backup/monday --data restored'))
    .action(
      run(async ({ data, restoreBackup }, folder) => {
        const summary = await restoreBackup(folder, data);
        return {
          data: { data, ...summary },
          note: `Start the service with npm start -- --data ${data}`,
        };
      }),
    );
}
