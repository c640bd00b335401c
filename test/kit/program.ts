import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type MockInstance, vi } from 'vitest';
import { root } from '#lib/paths.ts';
import { restoreEnvironment } from './process-environment.ts';

/** The output and exit code of a program. */
export interface ProgramResult {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

const credentials = /^AWS_(PROFILE|ACCESS_KEY_ID|SECRET_ACCESS_KEY|SESSION_TOKEN)$/;

const inherited = Object.entries(process.env).filter(([name]) => credentials.test(name));

/**
 * The environment of a person's shell, without the variables by which a test finds its table. Its
 * time limits are those of the tests. Stand-ins for tools that a machine may lack come last in its
 * path.
 */
const shellEnvironment = {
  PATH: [process.env.PATH, join(import.meta.dirname, 'stand-ins')].join(delimiter),
  HOME: process.env.HOME ?? '',
  NO_COLOR: '1',
  NODE_OPTIONS: `--require=${join(import.meta.dirname, 'longer-time-limits.cjs')}`,
  ...Object.fromEntries(inherited),
};

type Environment = Readonly<Record<string, string>>;

/** Returns the exit code of a program and the lines of its error output, one empty line if none. */
export function getExit({ exitCode, stderr }: ProgramResult) {
  return [exitCode, stderr.trim().split('\n')];
}

/** Starts a program of `bin/` as from a shell, without a terminal. */
function startProgram(
  script: string,
  args: readonly string[],
  environment: Environment = {},
): ChildProcess {
  const env = { ...shellEnvironment, ...environment };
  return spawn(process.execPath, [join(root, 'bin', script), ...args], {
    env,
    cwd: root,
  });
}

/** Starts a script of package.json through npm. */
export function startScript(script: string, args: readonly string[]): ChildProcess {
  return spawn('npm', ['run', script, '--', ...args], {
    env: shellEnvironment,
    cwd: root,
  });
}

/** Runs a program of `bin/` to its end with this standard input. */
export function runProgram(
  script: string,
  args: readonly string[],
  input = '',
  environment: Environment = {},
): Promise<ProgramResult> {
  return waitForResult(startProgram(script, args, environment), input);
}

/**
 * Runs the function of a program in this process, which is faster than a new one. Restores the exit
 * code and the environment of this process afterwards.
 */
export async function runInProcess(main: () => Promise<void>): Promise<ProgramResult> {
  using log = vi.spyOn(console, 'log').mockReturnValue();
  using error = vi.spyOn(console, 'error').mockReturnValue();
  const before = { exitCode: process.exitCode, environment: { ...process.env } };
  await main();

  const exitCode = Number(process.exitCode ?? 0);
  process.exitCode = before.exitCode;
  restoreEnvironment(before.environment);
  return { exitCode, stdout: readLines(log), stderr: readLines(error) };
}

const readLines = ({ mock }: MockInstance<typeof console.log>) =>
  mock.calls.map(([line]) => `${line}\n`).join('');

/** Runs lines in a POSIX shell. */
export function runShell(lines: string): Promise<ProgramResult> {
  return waitForResult(spawn('sh', ['-eu'], { env: shellEnvironment }), lines);
}

async function waitForResult(child: ChildProcess, input: string): Promise<ProgramResult> {
  const { stdin, stdout, stderr } = child;
  if (!stdin || !stdout || !stderr) throw new Error('The program has no streams.');
  stdin.end(input);
  const [out, error] = await Promise.all([
    text(stdout),
    text(stderr),
    once(child, 'close'),
  ]);
  return { exitCode: child.exitCode, stdout: out, stderr: error };
}
