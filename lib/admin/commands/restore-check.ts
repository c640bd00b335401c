import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { openDataKeys } from '#shared/encryption/configured-data-keys.ts';
import type { DataKeyProvider } from '#shared/encryption/data-keys.ts';
import { createIntegerParser } from '../../terminal/parse-integer.ts';
import { checkTable } from '../check-table.ts';
import type { CommandContext, CommandResult, CommandRunner } from '../command.ts';
import { formatExamples } from '../program.ts';

const examples = formatExamples([
  'restore-check --table Restored --key <EncryptionKeyArn>',
  'restore-check --sample 1000',
]);

/** Registers the command that checks a restored table. */
export function registerRestoreCheck(
  program: CommandUnknownOpts,
  run: CommandRunner,
): void {
  program
    .command('restore-check')
    .description('Reads a sample of a restored table, and decrypts what is encrypted.')
    .addOption(
      new Option('--sample <number>', 'how many users and applications to read')
        .default(100)
        .argParser(createIntegerParser(1, 1_000_000)),
    )
    .option(
      '--key <arn>',
      'encryption key, if no alias with the name of the table exists',
    )
    .addHelpText('after', examples)
    .action(run(checkRestoredTable));
}

interface CheckOptions {
  sample: number;
  key?: string;
}

async function checkRestoredTable(
  { table }: CommandContext,
  { sample, key }: CheckOptions,
): Promise<CommandResult> {
  const dataKeys = await openSelectedKey(key);
  const { counts, problems } = await checkTable({ table, dataKeys }, sample);
  if (counts.size === 0) throw new Error('The table has no users and no applications.');
  if (problems.length > 0)
    throw new Error(
      `${problems.length} problems were found:\n  ${problems.join('\n  ')}`,
    );

  const rows = [...counts].map(([kind, items]) => ({ kind, items }));
  return {
    data: rows.toSorted((one, other) => one.kind.localeCompare(other.kind)),
    columns: ['kind', 'items'],
    note: 'All of these items can be read.',
  };
}

async function openSelectedKey(key: string | undefined): Promise<DataKeyProvider> {
  if (key === undefined) return openDataKeys();
  const { openKmsDataKeys } = await import('#shared/encryption/kms.ts');
  return openKmsDataKeys(key);
}
