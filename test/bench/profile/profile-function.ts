import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { discoverDefinitions } from '#lib/endpoints.ts';
import { bundlesFolder } from '#lib/paths.ts';
import { findFunctionId } from '#lib/stack-trace/command.ts';
import { type Bench, withBench } from '../service-under-bench.ts';
import { type CpuProfile, formatMeasured } from './cpu-profile.ts';
import type { FunctionChildInput, FunctionChildOutput } from './function-child.ts';
import { createFrameNamer, type NameFrame } from './name-frame.ts';
import { profileRunner } from './profile-runner.ts';
import { buildProfiledEvents } from './profiled-events.ts';

const run = promisify(execFile);

/** The report about a function, and the profile of its warm requests. */
export interface FunctionProfile {
  text: string;
  warmProfile: CpuProfile;
}

/** Profiles a function alone, and the local runner around it if it has a route. */
export async function profileFunction(
  name: string,
  requests: number,
): Promise<FunctionProfile> {
  const definitions = await discoverDefinitions();
  const id = findFunctionId(definitions, name);
  const entry = definitions.endpoints.find((candidate) => candidate.id === id);

  return withBench({ runs: 1, seconds: 1, items: 1 }, async (bench) => {
    const events = await buildProfiledEvents(id, entry, bench);
    const alone = await profileAlone(id, events, requests, bench);
    const nameFrame = await createFrameNamer(id);
    const parts = formatAlone(alone, nameFrame);
    if (entry) parts.push(...(await profileRunner(entry, requests, bench, nameFrame)));
    return { text: parts.join('\n\n'), warmProfile: alone.warm.profile };
  });
}

/** Profiles a function in a new process. */
async function profileAlone(
  id: string,
  events: readonly unknown[],
  requests: number,
  { environment }: Bench,
): Promise<FunctionChildOutput> {
  const bundle = join(bundlesFolder, id, 'index.js');
  const input: FunctionChildInput = { bundle, events, requests };
  const inputFile = join(tmpdir(), `profile-${process.pid}.json`);
  await writeFile(inputFile, JSON.stringify(input));

  const args = [join(import.meta.dirname, 'function-child.ts'), inputFile];
  try {
    const { stdout } = await run(process.execPath, args, {
      env: environment,
      maxBuffer: 1e9,
    });
    return JSON.parse(stdout);
  } finally {
    await rm(inputFile);
  }
}

function formatAlone(
  { load, first, warm }: FunctionChildOutput,
  nameFrame: NameFrame,
): string[] {
  return [
    formatMeasured({ title: 'Loading in a new process', ...load }, nameFrame),
    formatMeasured({ title: 'The first request', ...first }, nameFrame),
    formatMeasured({ title: 'A request to the warm function', ...warm }, nameFrame),
  ];
}
