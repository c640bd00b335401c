// A plain Node process that invokes functions as a container of sam local does: each with its
// bundle, its variables and its event. Reads a list from standard input and prints the results.
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';

/** One invocation. */
export interface Invocation {
  id: string;
  bundle: string;
  variables: Readonly<Record<string, string>>;
  event: unknown;
}

/** What a function returned, or why it failed. */
export interface ChildResult {
  id: string;
  returned?: Record<string, unknown>;
  error?: string;
}

const require = createRequire(import.meta.url);
const ownVariables = { ...process.env };
const context = { getRemainingTimeInMillis: () => 300_000 };

async function invoke({
  id,
  bundle,
  variables,
  event,
}: Invocation): Promise<ChildResult> {
  process.env = { ...ownVariables, ...variables };
  try {
    const { handler } = require(bundle);
    return { id, returned: await handler(event, context) };
  } catch (error) {
    return { id, error: String(error) };
  }
}

const invocations: Invocation[] = JSON.parse(await text(process.stdin));
// The log lines of the functions must not mix with the results.
const { write } = process.stdout;
process.stdout.write = () => true;
const results: ChildResult[] = [];
for (const invocation of invocations) results.push(await invoke(invocation));

process.stdout.write = write;
process.stdout.write(JSON.stringify(results), () => process.exit(0));
