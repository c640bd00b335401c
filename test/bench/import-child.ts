// Runs the function of an import in a process of its own, as Lambda does, and prints its CPU time,
// its memory and its calls. This program is bundled, because removing its types would take more
// memory than that.
import { createRequire } from 'node:module';
import type { QueueConsumer } from '#shared/queue/consume.ts';

/** The measured run of an import. */
export interface ImportRun {
  cpuSeconds: number;
  /** Bytes of resident memory before the run and at most. */
  loaded: number;
  resident: number;
  storeCalls: number;
  writeUnits: number;
}

const [bundle = '', message = ''] = process.argv.slice(2);
const sampleIntervalMs = 20;
const logLines: string[] = [];
process.stdout.write = (line) => logLines.push(String(line)) > 0;

async function run(): Promise<ImportRun> {
  const { handler } = createRequire(bundle)(bundle) as { handler: QueueConsumer };
  const loaded = process.memoryUsage.rss();
  let resident = loaded;
  const timer = setInterval(() => {
    resident = Math.max(resident, process.memoryUsage.rss());
  }, sampleIntervalMs);
  const record = { body: message } as Parameters<QueueConsumer>[0]['Records'][number];
  // It ends in one run, however long that takes.
  await handler({ Records: [record] }, { getRemainingTimeInMillis: () => 10_000_000 });
  clearInterval(timer);
  const { user, system } = process.cpuUsage();
  const ended = logLines.find((line) => line.includes('"code":"done"'));
  if (!ended) throw new Error(`The import has not ended: ${logLines.join('')}`);
  const { store_calls: storeCalls, write_units: writeUnits } = JSON.parse(ended);
  const cpuSeconds = (user + system) / 1e6;
  return { cpuSeconds, loaded, resident, storeCalls, writeUnits };
}

const fail = (error: unknown): void => {
  console.error(error);
  process.exit(1);
};
run().then((measured) => process.send?.(measured), fail);
