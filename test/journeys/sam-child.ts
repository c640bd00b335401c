// A plain Node process that loads functions as a container of sam local does, each with its bundle
// and its variables, and invokes some. Reads a list from standard input and prints the results.
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';

/** A function to load. */
export interface Invocation {
  id: string;
  bundle: string;
  variables: Readonly<Record<string, string>>;
  event: unknown;
  /** Whether to invoke the function with the event. */
  invokes: boolean;
}

/** The returned value of a function (null for nothing), or the reason of its failure. */
export interface ChildResult {
  id: string;
  returned?: Record<string, unknown> | null;
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
  invokes,
}: Invocation): Promise<ChildResult> {
  process.env = { ...ownVariables, ...variables };
  try {
    const { handler } = require(bundle);
    if (!invokes) return { id };
    return { id, returned: (await handler(event, context)) ?? null };
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
