const { stdout } = process;
const print = stdout.write;
let running = 0;
let lines: string[] = [];

/**
 * Returns the result of a function with the lines that this process printed meanwhile, which are
 * not shown. If several run at the same time, the first to end returns the lines of all so far.
 */
export async function recordOutput<Result>(
  run: () => Promise<Result>,
): Promise<{ result: Result; lines: readonly string[] }> {
  running += 1;
  stdout.write = (chunk) => {
    lines.push(`${chunk}`);
    return true;
  };
  try {
    const result = await run();
    return { result, lines };
  } finally {
    lines = [];
    running -= 1;
    if (running === 0) stdout.write = print;
  }
}
