import type { CommandResult, Terminal } from '../command.ts';
import { formatResult } from '../format.ts';
import { type AdminProgram, formatExamples } from '../program.ts';

/** Backs up a data folder to the folder of a backup, or restores the backup. */
type BackupWork = (dataFolder: string, backupFolder: string) => Promise<CommandResult>;

/** Registers the commands that back up and restore the data folder of a local service. */
export function registerBackupCommands(program: AdminProgram, terminal: Terminal): void {
  const run = (work: BackupWork) => async (backupFolder: string) => {
    const { table, outputs, data, json = false } = program.opts();
    if (table !== undefined || outputs !== undefined)
      program.error(
        'error: a deployed table is backed up by AWS; see docs/operations.md',
      );
    const result = await work(data, backupFolder);
    terminal.stdout.write(`${formatResult(result, json)}\n`);
  };

  program
    .command('backup')
    .description('Backs up the data of the local service, even while the service runs.')
    .argument('<folder>', 'new folder for table, images, encryption key and queues')
    .addHelpText('after', formatExamples(['backup /mnt/backup/monday']))
    .action(run(backUp));

  program
    .command('restore')
    .description('Restores a backup into the data folder, which must not exist yet.')
    .argument('<folder>', 'folder of the backup')
    .addHelpText('after', formatExamples(['restore /mnt/backup/monday --data restored']))
    .action(run(restore));
}

async function backUp(dataFolder: string, backupFolder: string): Promise<CommandResult> {
  const { createBackup } = await import('../../local/backup/backup.ts');
  const summary = await createBackup(dataFolder, backupFolder, new Date());
  return {
    data: { folder: backupFolder, ...summary },
    note: 'The backup has the encryption key: keep it as private as the data.',
  };
}

async function restore(dataFolder: string, backupFolder: string): Promise<CommandResult> {
  const { restoreBackup } = await import('../../local/backup/backup.ts');
  const summary = await restoreBackup(backupFolder, dataFolder);
  return {
    data: { data: dataFolder, ...summary },
    note: `Start the service with npm start -- --data ${dataFolder}`,
  };
}
