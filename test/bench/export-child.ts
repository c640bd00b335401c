// Works on an export in a process of its own, as Lambda does. Prints its time and its memory.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { table } from '#kit/fixtures.ts';
import { bundlesFolder } from '#lib/paths.ts';
import * as dataExports from '#shared/data-export/data-export.store.ts';
import { keys } from '#shared/table/keys.ts';
import type { ExportCost } from './large-export.ts';

const [user_id = '', export_id = ''] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const { handler } = require(join(bundlesFolder, 'auth/write-export/index.js'));

// The log of the function must not mix with the result on the standard output.
const { write } = process.stdout;
process.stdout.write = () => true;

/** Builds the message that the stream passes to the queue. */
function buildMessage(step: number) {
  const { pk, sk } = keys.dataExports(user_id);
  const continuation = { M: { id: { S: export_id }, step: { N: String(step) } } };
  const dynamodb = { Keys: { pk: { S: pk }, sk: { S: sk } }, NewImage: { continuation } };
  return { Records: [{ messageId: '1', body: JSON.stringify({ dynamodb }) }] };
}

const startedAt = performance.now();
let invocations = 0;
let item = await dataExports.find(table(), user_id);
while (item?.run) {
  const { batchItemFailures } = await handler(buildMessage(item.run.step));
  if (batchItemFailures.length > 0) throw new Error('The invocation failed.');
  invocations += 1;
  item = await dataExports.find(table(), user_id);
}

const { bytes = 0, files_done = 0 } = item?.exports[export_id] ?? {};
const cost: ExportCost = {
  bytes,
  files: files_done,
  invocations,
  seconds: (performance.now() - startedAt) / 1000,
  // The operating system reports kilobytes.
  memoryMb: process.resourceUsage().maxRSS / 1024,
};
process.stdout.write = write;
process.stdout.write(JSON.stringify(cost), () => process.exit(0));
