// The C library keeps memory that threads have freed, in up to eight arenas a core. With two, half a
// gigabyte returns to the system after a load. It reads the variable only when a process starts, so
// this process starts again, with the same id. A parent with a channel (npm run dev) sets it itself.
const { env, execArgv, argv, execPath, platform } = process;
const isLimited = env.MALLOC_ARENA_MAX !== undefined || process.send !== undefined;

if (platform === 'linux' && !isLimited) {
  const words = [execPath, ...execArgv, ...argv.slice(1)];
  process.execve?.(execPath, words, { ...env, MALLOC_ARENA_MAX: '2' });
}
