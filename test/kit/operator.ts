import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { inject } from 'vitest';
import { runAdmin } from '#lib/admin/commands/admin.ts';
import type { ProgramResult } from './program.ts';
import { newServiceFolder } from './service-folder.ts';

/** The input of a command line: what is piped into it, or what a person types. */
type Input = string | { typed: string };

/** The operator's command line against the service under test. */
export type Operator = (args: readonly string[], input?: Input) => Promise<ProgramResult>;

/**
 * Returns a function that runs the operator's command line against the service under test, which is
 * local or deployed.
 */
export async function newOperator(
  disposables: AsyncDisposableStack,
  environment: Record<string, string> = inject('service').environment,
): Promise<Operator> {
  const { TABLE_NAME = '', AWS_REGION, AWS_ENDPOINT_URL_DYNAMODB } = environment;
  const folder = await newServiceFolder(disposables, environment);
  const region = AWS_REGION ? ['--region', AWS_REGION] : [];
  const deployed = ['--table', TABLE_NAME, ...region];
  const target = AWS_ENDPOINT_URL_DYNAMODB ? ['--data', folder] : deployed;
  return (args, input) => runCommandLine([...args, ...target], input);
}

/** Runs a command line in this process, which is faster than a new one. */
export async function runCommandLine(
  args: readonly string[],
  input: Input = '',
): Promise<ProgramResult> {
  const isTTY = typeof input !== 'string';
  const stdin = Object.assign(new PassThrough(), { isTTY });
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  stdin.end(isTTY ? input.typed : input);
  const exitCode = await runAdmin(args, { stdin, stdout, stderr });
  stdout.end();
  stderr.end();
  return {
    exitCode,
    stdout: stripVTControlCharacters(await text(stdout)),
    stderr: await text(stderr),
  };
}
