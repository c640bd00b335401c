import { compact } from '#shared/runtime/compact.ts';
import { compiledFolder } from '../paths.ts';
import { hasNewerRules, rulesFolder, rulesVariable } from '../time-zones/rules-file.ts';

/**
 * Returns the environment in which a process runs the service. MALLOC_ARENA_MAX limits the memory
 * arenas of the C library, which keeps in them what threads have freed: half a gigabyte after heavy
 * load. NODE_COMPILE_CACHE keeps compiled code in a folder, so that Node need not load what removes
 * the types. The third variable names the folder with newer rules of time zones than those of Node.
 * All are only read when a process starts.
 */
export function buildServiceEnvironment(folder = rulesFolder): NodeJS.ProcessEnv {
  const isGiven = folder === rulesFolder && process.env[rulesVariable] !== undefined;
  const isNewer = !isGiven && hasNewerRules(folder);
  const rules = { [rulesVariable]: isNewer ? folder : undefined };
  return {
    NODE_COMPILE_CACHE: compiledFolder,
    ...process.env,
    MALLOC_ARENA_MAX: '2',
    ...compact(rules),
  };
}

/**
 * Starts this process again in the environment of the service, under the same process id, unless it
 * has it. `folder` can have newer rules of time zones. Does nothing on a platform without `execve`.
 * A restart would cut the channel (`process.send`) to a parent, which sets the variables itself.
 */
export function restartInServiceEnvironment(folder?: string): void {
  if (process.send) return;
  const environment = buildServiceEnvironment(folder);
  const names = ['MALLOC_ARENA_MAX', rulesVariable];
  if (names.every((name) => environment[name] === process.env[name])) return;

  const { execArgv, argv, execPath } = process;
  const commandLine = [execPath, ...execArgv, ...argv.slice(1)];
  process.execve?.(execPath, commandLine, environment);
}
