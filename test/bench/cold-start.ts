import { execFile } from 'node:child_process';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundlesFolder } from '../../lib/build/bundle.ts';
import { discoverEndpoints } from '../../lib/catalogue.ts';
import { newSecret } from '../../shared/auth/secrets.ts';
import { formatToken } from '../../shared/auth/tokens.ts';
import { eventFor } from './events.ts';

const run = promisify(execFile);

/** What a function weighs and how it starts; times in milliseconds, medians over fresh processes. */
export interface ColdStart {
  id: string;
  kilobytes: number;
  /** Reading and running the bundle. */
  load: number;
  /** The same and the first request, with its first store call where it has one. */
  first: number;
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function measure(
  id: string,
  bundle: string,
  event: unknown,
  environment: Record<string, string>,
  runs: number,
): Promise<ColdStart> {
  const samples: { load: number; first: number }[] = [];
  for (let i = 0; i < runs; i++) {
    const { stdout } = await run(
      process.execPath,
      [join(import.meta.dirname, 'cold-child.ts'), bundle, event ? JSON.stringify(event) : ''],
      { env: environment },
    );
    samples.push(JSON.parse(stdout));
  }
  return {
    id,
    kilobytes: (await stat(bundle)).size / 1024,
    load: median(samples.map(({ load }) => load)),
    first: median(samples.map(({ first }) => first)),
  };
}

/** Starts every function `runs` times in a fresh process, beside a handler that does nothing. */
export async function measureColdStarts(
  environment: Record<string, string>,
  runs: number,
): Promise<ColdStart[]> {
  const empty = join(bundlesFolder, '..', 'empty.cjs');
  await writeFile(empty, 'exports.handler = async () => ({ statusCode: 204 });\n');
  const bundleOf = (id: string) => join(bundlesFolder, id, 'index.js');
  const authorization = {
    type: 'TOKEN',
    methodArn: 'arn:aws:execute-api:eu-west-1:0:api/live/GET/',
    authorizationToken: `Bearer ${formatToken('access', { user_id: 'bench', id: 'bench', secret: newSecret() })}`,
  };
  const measured = [await measure('(an empty handler)', empty, {}, environment, runs)];
  measured.push(
    await measure('auth/authorizer', bundleOf('auth/authorizer'), authorization, environment, runs),
  );
  for (const [id, rawPath] of [
    ['cdn/icon', '/icons/ride.svg'],
    ['cdn/image-render', `/images/${'0'.repeat(36)}`],
  ] as const)
    measured.push(await measure(id, bundleOf(id), { rawPath, requestContext: {} }, environment, runs));
  for (const { id, endpoint } of await discoverEndpoints()) {
    measured.push(await measure(id, bundleOf(id), eventFor(endpoint), environment, runs));
  }
  return measured;
}
