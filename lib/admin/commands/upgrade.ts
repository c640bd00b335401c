import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { openOriginals, openVariants } from '#shared/objects/image-buckets.ts';
import { findEnvironment } from '#shared/runtime/environment.ts';
import { newMeter } from '#shared/runtime/meter.ts';
import { scanTable } from '#shared/table/scan.ts';
import type { Table } from '#shared/table/table.ts';
import type { CommandContext, CommandResult, CommandRunner } from '../command.ts';
import { formatExamples } from '../program.ts';
import { listUnownedOriginals } from '../unowned-originals.ts';
import {
  indexOwnedItems,
  recordVariantSizes,
  type ScannedItem,
} from '../upgrade-table.ts';

/** Registers the command that upgrades the data of earlier versions. */
export function registerUpgradeCommand(
  program: CommandUnknownOpts,
  run: CommandRunner,
): void {
  program
    .command('upgrade')
    .description(
      'Upgrades data of earlier versions, so that exports and erasures find all of it.',
    )
    .option(
      '--delete-unowned-files',
      'delete image files without an item, from interrupted uploads of earlier versions',
    )
    .addHelpText('after', formatExamples(['upgrade', 'upgrade --outputs outputs.json']))
    .action(run(upgrade));
}

const skippedNote =
  'Image files were skipped: with --table, their buckets are unknown. Use --outputs FILE.';
const repeatNote = 'The upgrade can be repeated.';
const unownedNote =
  'Image files without an item belong to nobody. If no items of the table are lost, delete the ' +
  'files with: upgrade --delete-unowned-files';

async function upgrade(
  { table, now }: CommandContext,
  { deleteUnownedFiles = false }: { deleteUnownedFiles?: boolean },
): Promise<CommandResult> {
  const attributes = ['user_id', 'collection'];
  const pages = scanTable<ScannedItem>(newMeter(), attributes);
  const counts = await indexOwnedItems(table, pages);
  if (findEnvironment('VARIANT_BUCKET_NAME') === undefined)
    return {
      data: { ...counts, variants_recorded: null, unowned_files: null },
      note: skippedNote,
    };

  const variants = openVariants(newMeter());
  const variants_recorded = await recordVariantSizes(table, variants, now);
  const unowned_files = await sweepUnownedFiles(table, now, deleteUnownedFiles);
  const canDeleteFiles = unowned_files > 0 && !deleteUnownedFiles;
  return {
    data: { ...counts, variants_recorded, unowned_files },
    note: canDeleteFiles ? unownedNote : repeatNote,
  };
}

/** Counts the image files without an item. Also deletes them if `deletesFiles` is true. */
async function sweepUnownedFiles(
  table: Table<'get'>,
  now: Date,
  deletesFiles: boolean,
): Promise<number> {
  const originals = openOriginals(newMeter());
  let count = 0;
  for await (const key of listUnownedOriginals(table, originals, now)) {
    if (deletesFiles) await originals.delete(key);
    count += 1;
  }
  return count;
}
