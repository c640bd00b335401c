// Counts the functions of this repository that a warm request enters, and their files. Runs the
// handler from the source, because functions of a bundle have lost their files.
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { functionsFolder, root } from '#lib/paths.ts';

/** What a request has entered. */
export interface Entered {
  functions: number;
  files: number;
}

/** Enough that what is done once, or once in some requests, is done. */
const warmUpCalls = 50;

const [id = '', eventText = '{}'] = process.argv.slice(2);
const event: unknown = JSON.parse(eventText);
const context = { getRemainingTimeInMillis: () => 10_000 };
const { handler } = await import(join(functionsFolder, id, 'handler.ts'));
// The log lines of the handler are of no use here.
process.stdout.write = () => true;

async function call(): Promise<void> {
  const { statusCode } = await handler(event, context);
  if (statusCode >= 400) throw new Error(`The response of ${id} is ${statusCode}.`);
}

for (let i = 0; i < warmUpCalls; i++) await call();
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true });
await call();
const { result } = await session.post('Profiler.takePreciseCoverage');
session.disconnect();

const own = `${pathToFileURL(root)}/`;
const packages = `${own}node_modules/`;
const files = result.filter(
  ({ url }) =>
    url.startsWith(own) && !url.startsWith(packages) && url !== import.meta.url,
);
const counts = files.map(
  ({ functions }) => functions.filter(({ ranges: [range] }) => range?.count).length,
);
const entered: Entered = {
  functions: counts.reduce((sum, count) => sum + count, 0),
  files: counts.filter((count) => count > 0).length,
};
process.send?.(entered);
