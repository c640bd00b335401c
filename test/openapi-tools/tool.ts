import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Host } from '#shared/contract/endpoint.ts';

/** An OpenAPI document of the running service, in a file. */
export interface CheckedDocument {
  host: Host;
  path: string;
}

/** A linter or generator in a pinned version. */
export interface Tool {
  name: string;
  /** Runs the tool on a document. Throws if the tool finds a problem. */
  check(document: CheckedDocument): Promise<void>;
}

/** A program and its arguments. */
export type Command = readonly [program: string, ...args: string[]];

interface RunOptions {
  folder: string;
  /** Variables of the environment, besides those of this process. */
  variables?: Readonly<Record<string, string>>;
}

const execute = promisify(execFile);

/** Runs a program to its end, and returns what it prints. Throws if it fails. */
export async function runTool(
  [program, ...args]: Command,
  { folder, variables = {} }: RunOptions,
): Promise<string> {
  try {
    const { stdout, stderr } = await execute(program, args, {
      cwd: folder,
      env: { ...process.env, ...variables },
      maxBuffer: 64 * 1024 * 1024,
    });
    return `${stdout}\n${stderr}`;
  } catch (error) {
    throw new Error(explainFailure([program, ...args], error), { cause: error });
  }
}

/** The most characters of a failed program's output that are shown: the last ones. */
const maxShown = 4000;

function explainFailure(command: Command, error: unknown): string {
  const {
    code,
    stdout = '',
    stderr = '',
  } = error as NodeJS.ErrnoException & {
    stdout?: string;
    stderr?: string;
  };
  if (code === 'ENOENT') return `${command[0]} is not installed.`;
  const output = `${stdout}\n${stderr}`.trim().slice(-maxShown);
  return `${command.join(' ')} failed:\n${output}`;
}

/** Returns the first line that a program prints, or undefined if it is missing or fails. */
export async function findVersion(command: Command): Promise<string | undefined> {
  try {
    const printed = await runTool(command, { folder: '.' });
    return printed.trim().split('\n')[0] ?? '';
  } catch {
    return undefined;
  }
}
