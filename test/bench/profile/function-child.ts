// Profiles one function in a new process: while it loads, during its first request, and when it is
// warm. Prints the measurements as JSON.
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { createRequire } from 'node:module';
import type { CpuProfile } from './cpu-profile.ts';

type Handler = (
  event: unknown,
  context: unknown,
) => Promise<{ statusCode?: number; body?: string }>;

/** One measured phase of a process. */
export interface ProfiledPhase {
  /** Milliseconds. */
  cpu: number;
  profile: CpuProfile;
}

/** The file with the input of this process. */
export interface FunctionChildInput {
  bundle: string;
  /** The requests send these in turn. */
  events: readonly unknown[];
  /** The requests that warm the function up. The same number is then measured. */
  requests: number;
}

/** The output of this process. `warm` is the time of one request. */
export interface FunctionChildOutput {
  load: ProfiledPhase;
  first: ProfiledPhase;
  warm: ProfiledPhase;
}

const [inputFile = ''] = process.argv.slice(2);
const { bundle, events, requests }: FunctionChildInput = JSON.parse(
  readFileSync(inputFile, 'utf8'),
);
const require = createRequire(import.meta.url);
const context = { getRemainingTimeInMillis: () => 10_000 };
// The log of the function must not mix with the result on the standard output.
const { write } = process.stdout;
process.stdout.write = () => true;

const session = new Session();
session.connect();
await session.post('Profiler.enable');
// Microseconds. More samples than by default, because a process loads in some milliseconds.
await session.post('Profiler.setSamplingInterval', { interval: 200 });

async function measure(work: () => unknown): Promise<ProfiledPhase> {
  await session.post('Profiler.start');
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  const { profile } = await session.post('Profiler.stop');
  return { cpu: (user + system) / 1000, profile };
}

let handler: Handler = () => Promise.reject(new Error('The bundle is not loaded.'));
let sent = 0;

async function sendNext(): Promise<void> {
  const event = events[sent++ % events.length];
  const { statusCode = 200, body } = await handler(event, context);
  if (statusCode < 400) return;
  throw new Error(`The response to request ${sent} is ${statusCode}: ${body}`);
}

async function sendMany(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await sendNext();
}

const load = await measure(() => {
  handler = require(bundle).handler;
});
const first = await measure(sendNext);
await sendMany(requests);
const warm = await measure(() => sendMany(requests));

const output: FunctionChildOutput = {
  load,
  first,
  warm: { ...warm, cpu: warm.cpu / requests },
};
process.stdout.write = write;
process.stdout.write(JSON.stringify(output), () => process.exit(0));
