import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { inject } from 'vitest';
import { runAdmin } from '#lib/admin/admin.ts';
import { writePidFile } from '#lib/local/host/pid-file.ts';
import type { ProgramResult } from './program.ts';

/** The operator's command line against the service under test. */
export type Operator = (words: readonly string[], input?: string) => Promise<ProgramResult>;

/** Lets the operator's tools find the service: one that runs here by its folder, a deployed one by its table. */
export async function newOperator(owner: AsyncDisposableStack): Promise<Operator> {
  const { environment } = inject('service');
  const { TABLE_NAME = '', AWS_REGION, AWS_ENDPOINT_URL_DYNAMODB } = environment;
  const folder = await mkdtemp(join(tmpdir(), 'operator-'));
  owner.defer(() => rm(folder, { recursive: true }));
  await writePidFile(folder, environment, owner);
  const where = AWS_ENDPOINT_URL_DYNAMODB
    ? ['--data', folder]
    : ['--table', TABLE_NAME, ...(AWS_REGION ? ['--region', AWS_REGION] : [])];
  return (words, input) => runCommandLine([...words, ...where], input);
}

/** Runs a command line in this process, which spares each the time that a program takes to load. */
async function runCommandLine(words: readonly string[], input = ''): Promise<ProgramResult> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  stdin.end(input);
  const exitCode = await runAdmin(words, { stdin, stdout, stderr });
  stdout.end();
  stderr.end();
  return {
    exitCode,
    stdout: stripVTControlCharacters(await text(stdout)),
    stderr: await text(stderr),
  };
}
