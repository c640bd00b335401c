// Works on an export in a process of its own, as Lambda does: with nothing but the bundle of the
// function. This program is bundled, because removing its types would take more memory than that.
import { createRequire } from 'node:module';
import type { ExportMemory } from './large-export.ts';

interface QueueResponse {
  batchItemFailures: readonly unknown[];
}

type Handler = (event: unknown, context: object) => Promise<QueueResponse>;

const [bundle = ''] = process.argv.slice(2);
const require = createRequire(bundle);
const { handler } = require(bundle) as { handler: Handler };

/**
 * The interval of memory samples. The operating system's own maximum is of no use: on Linux, it
 * begins with the memory of the process that started this one.
 */
const sampleIntervalMs = 20;
let resident = 0;
let heap = 0;
let external = 0;

function sampleMemory(): void {
  const usage = process.memoryUsage();
  resident = Math.max(resident, usage.rss);
  heap = Math.max(heap, usage.heapUsed);
  external = Math.max(external, usage.external);
}

function getMemory(): ExportMemory {
  sampleMemory();
  return { resident, heap, external };
}

/** The time of an invocation, which the figures do not depend on. */
const context = { getRemainingTimeInMillis: () => 900_000 };

process.on('message', async (event) => {
  const { batchItemFailures } = await handler(event, context);
  if (batchItemFailures.length > 0) throw new Error('The invocation failed.');
  process.send?.(getMemory());
});

setInterval(sampleMemory, sampleIntervalMs);
process.send?.(getMemory());
