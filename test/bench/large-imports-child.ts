// Writes a large table, and an export of a large diary, and imports each by its function in a
// process of its own. Its service delivers no messages, so nothing else runs them. Prints the runs.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { addDays, listDates } from '#functions/diary/entry/dates.ts';
import * as jobs from '#functions/diary/file-import/file-import.store.ts';
import { startImport } from '#functions/diary/file-import/start-import.ts';
import { openImportStores, type SentFile } from '#kit/file-imports.ts';
import { newPerson, table } from '#kit/fixtures.ts';
import { exportPerson } from '#kit/own-exports.ts';
import { bundlesFolder } from '#lib/paths.ts';
import { newId } from '#shared/runtime/ids.ts';
import { toOwnerPartition } from '#shared/table/keys.ts';
import { bundleProgram, memoryFlags, receiveMessage } from './child-process.ts';
import type { ImportRun } from './import-child.ts';
import type { LargeImport } from './large-imports.ts';
import { startBenchService } from './service-under-bench.ts';
import { storeDays } from './year.ts';

const first = '2016-01-01';
const dayCount = 3650;
const days = { first, last: addDays(first, dayCount - 1) };

/** A table of Cronometer with about 55 servings on each day. */
function writeServings(count: number): SentFile {
  const dates = listDates(days);
  const head =
    'Day,Group,Food Name,Amount,Energy (kcal),Protein (g),Carbs (g),Fat (g),Sodium (mg)';
  const meals = ['Breakfast', 'Lunch', 'Dinner', 'Snacks'];
  const lines = Array.from({ length: count }, (_, index) => {
    const date = dates[Math.floor((index * dayCount) / count)];
    const numbers = [index % 700, index % 40, index % 90, index % 30, index % 900];
    return `${date},${meals[index % 4]},"Food ${index % 500}, plain",1 cup,${numbers.join()}`;
  });
  return { name: 'servings.csv', content: [head, ...lines].join('\n') };
}

const program = await bundleProgram('import-child');
const service = await startBenchService(() => undefined, {});

/** Imports files for a person, and returns the measured run. */
async function importAs(
  title: string,
  bundle: string,
  files: SentFile[],
): Promise<LargeImport> {
  const { user_id } = await newPerson();
  const id = newId(new Date());
  const stores = { table: table(), imports: openImportStores().files };
  const sent = files.map(({ name, content }) => ({ name, bytes: Buffer.from(content) }));
  await startImport(stores, user_id, { id, files: sent }, new Date());
  const message = { pk: toOwnerPartition(user_id), id, step: 1 };
  const args = [join(bundlesFolder, bundle, 'index.js'), JSON.stringify(message)];
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
  const env = { ...process.env, ...service.functionEnvironment };
  const child = fork(program, args, {
    execArgv: [...memoryFlags],
    stdio: [...stdio],
    env,
  });
  try {
    const run = await receiveMessage<ImportRun>(child);
    const { entries = 0 } = (await jobs.find(table(), user_id, id, new Date())) ?? {};
    return { title, entries, ...run };
  } finally {
    child.kill();
  }
}

const servings = [writeServings(200_000)];
const ofTable = await importAs('a table of food', 'diary/file-import/run', servings);
const person = await newPerson();
await storeDays(person.user_id, days, 27);
const archives = await exportPerson(person.user_id);
const ofExport = await importAs('an export', 'diary/file-import/run-export', archives);
await service.close();
process.stdout.write(JSON.stringify([ofTable, ofExport]), () => process.exit(0));
