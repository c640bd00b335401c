import { findEnvironment } from '#shared/runtime/environment.ts';

/**
 * Returns the environment of this process with MALLOC_ARENA_MAX, which limits the memory arenas of
 * the C library. The library reads the variable when a process starts.
 */
export function buildLimitedEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, MALLOC_ARENA_MAX: '2' };
}

/**
 * Starts this process again with fewer memory arenas, under the same process id. The C library
 * keeps the memory that threads have freed in its arenas: half a gigabyte after heavy load. Does
 * nothing if the limit is set, or on a platform without `execve`.
 */
export function restartWithFewerArenas(): void {
  const isLimited = findEnvironment('MALLOC_ARENA_MAX') !== undefined;
  // A restart would cut the channel (`process.send`) to a parent. Such a parent sets the variable
  // itself.
  if (isLimited || process.send || process.platform !== 'linux') return;

  const { execArgv, argv, execPath } = process;
  const commandLine = [execPath, ...execArgv, ...argv.slice(1)];
  process.execve?.(execPath, commandLine, buildLimitedEnvironment());
}
