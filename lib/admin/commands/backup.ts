import type { Terminal } from '../command.ts';
import { type AdminProgram, createRunner, formatExamples } from '../program.ts';

/** Registers the commands that back up and restore the data folder of a local service. */
export function registerBackupCommands(program: AdminProgram, terminal: Terminal): void {
  const run = createRunner(program, terminal, async ({ table, outputs, data }) => {
    if (table !== undefined || outputs !== undefined)
      program.error(
        'error: a deployed table is backed up by AWS; see docs/operations.md',
      );
    return { data, ...(await import('../../local/backup/backup.ts')) };
  });

  program
    .command('backup')
    .description('Backs up the data of the local service, even while the service runs.')
    .argument('<folder>', 'new folder for table, images, encryption key and queues')
    .addHelpText('after', formatExamples(['backup /mnt/backup/monday']))
    .action(
      run(async ({ data, createBackup }, folder) => {
        const summary = await createBackup(data, folder, new Date());
        return {
          data: { folder, ...summary },
          note: 'The backup has the encryption key: keep it as private as the data.',
        };
      }),
    );

  program
    .command('restore')
    .description('Restores a backup into the data folder, which must not exist yet.')
    .argument('<folder>', 'folder of the backup')
    .addHelpText('after', formatExamples(['restore /mnt/backup/monday --data restored']))
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
