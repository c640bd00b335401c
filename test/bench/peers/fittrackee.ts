import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A running FitTrackee with a user. */
export interface FitTrackee extends Disposable {
  pid: number | undefined;
  /** The address of its API, without a trailing slash. */
  url: string;
  /** The token of the user. */
  token: string;
  /** Returns the CPU time of its processes and of PostgreSQL in ms. */
  readCpu(): Promise<number>;
}

/**
 * Starts FitTrackee with the Python of an environment in which it is installed. Throws if the
 * process ends, as does `readCpu`.
 */
export async function startFitTrackee(python: string): Promise<FitTrackee> {
  const program = join(import.meta.dirname, 'fittrackee.py');
  const child = spawn(python, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();

  async function readReply() {
    const { value } = await lines.next();
    if (value === undefined) throw new Error(`${python} ${program} failed.`);
    return JSON.parse(value);
  }

  const { url, token } = await readReply();
  return {
    pid: child.pid,
    url,
    token,
    readCpu: () => {
      child.stdin.write('\n');
      return readReply();
    },
    [Symbol.dispose]: () => void child.stdin.end(),
  };
}
