import { findEnvironment } from '#shared/runtime/environment.ts';

/**
 * The options of Node: to collect garbage on the thread that makes it. Function threads collect in
 * parallel already, and sharing this work with V8's helper threads takes a tenth of the CPU time of
 * a request.
 */
const flags = ['--single-threaded-gc'];

/**
 * Returns the environment of this process with MALLOC_ARENA_MAX, which limits the memory arenas of
 * the C library. Arenas keep the memory that threads have freed: half a gigabyte after heavy load.
 * The library reads the variable when a process starts.
 */
export function buildLimitedEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, MALLOC_ARENA_MAX: '2' };
}

/**
 * Starts this process again, under the same process id, with settings for many threads that apply
 * only at the start of a process. Does nothing if they are set, or on a platform without `execve`.
 */
export function restartWithSettings(): void {
  const isSet = findEnvironment('MALLOC_ARENA_MAX') !== undefined;
  // A restart would cut the channel (`process.send`) to a parent. Such a parent sets the variable
  // itself.
  if (isSet || process.send || process.platform !== 'linux') return;

  const { execArgv, argv, execPath } = process;
  const commandLine = [execPath, ...flags, ...execArgv, ...argv.slice(1)];
  process.execve?.(execPath, commandLine, buildLimitedEnvironment());
}
