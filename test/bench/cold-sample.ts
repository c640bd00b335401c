import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { bundleProgram } from './child-process.ts';

const run = promisify(execFile);

/** The times of one cold start in milliseconds, and the status and store calls of its request. */
export interface ColdSample {
  /** The time to load the bundle. */
  load: number;
  /** The time to load the bundle and to respond to the first request. */
  first: number;
  /** The CPU time of the process, Node included. */
  cpu: number;
  status: number;
  calls: number;
}

/** A function to start in a new process, with an event that it accepts. */
export interface ColdStart {
  id: string;
  bundle: string;
  event: unknown;
  /** Whether its first request calls a store. Not checked if undefined. */
  callsStore: boolean | undefined;
}

/** Starts a function in a new process. */
export type TakeSample = (start: ColdStart) => Promise<ColdSample>;

/** Bundles the program that starts a function, and returns the function that runs it. */
export async function prepareSamples(
  environment: Record<string, string>,
): Promise<TakeSample> {
  const program = await bundleProgram('cold-child');
  return async (start) => {
    const args = [program, start.bundle, JSON.stringify(start.event)];
    const { stdout } = await run(process.execPath, args, { env: environment });
    const sample: ColdSample = JSON.parse(stdout);
    requireUsefulSample(start, sample);
    return sample;
  };
}

/**
 * Throws an error if the function failed or did not do the work to measure. A rejection such as 404
 * is fine: an earlier process may have deleted the item, or the benchmark cannot build the request.
 */
function requireUsefulSample(
  { id, callsStore }: ColdStart,
  { status, calls }: ColdSample,
): void {
  const isRejected = status >= 400 && status < 500;
  const hasCalledStore = calls > 0;
  const isExpected = status < 400 && hasCalledStore === (callsStore ?? hasCalledStore);
  if (isRejected || isExpected) return;
  throw new Error(`The response of ${id} is ${status} after ${calls} store calls.`);
}
