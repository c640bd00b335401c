import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { openVariants } from '#shared/objects/image-buckets.ts';
import { findEnvironment } from '#shared/runtime/environment.ts';
import { newMeter } from '#shared/runtime/meter.ts';
import { scanTable } from '#shared/table/scan.ts';
import type { CommandContext, CommandResult, CommandRunner } from '../command.ts';
import { formatExamples } from '../program.ts';
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
    .addHelpText('after', formatExamples(['upgrade', 'upgrade --outputs outputs.json']))
    .action(run(upgrade));
}

const skippedNote =
  'Variants of images were skipped: their bucket is not known. Use --outputs FILE.';

async function upgrade({ table, now }: CommandContext): Promise<CommandResult> {
  const attributes = ['user_id', 'collection'];
  const pages = scanTable<ScannedItem>(newMeter(), attributes);
  const counts = await indexOwnedItems(table, pages);
  if (findEnvironment('VARIANT_BUCKET_NAME') === undefined)
    return { data: { ...counts, variants_recorded: null }, note: skippedNote };

  const variants = openVariants(newMeter());
  const variants_recorded = await recordVariantSizes(table, variants, now);
  return { data: { ...counts, variants_recorded }, note: 'The upgrade can be repeated.' };
}
