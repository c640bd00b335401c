import type { Engine } from './process.ts';

/** Maximum restarts within `periodMs`. An engine that crashes once more stays down. */
const maxRestarts = 3;
const periodMs = 60_000;

/** An engine that is restarted when it crashes. Its address stays the same. */
export interface SupervisedEngine {
  endpoint: string;
  /** Whether the engine has crashed and has not been restarted yet. */
  isUnavailable(): boolean;
}

interface SupervisorOptions {
  /** Starts the engine on a free port, or on `port`, which a restart passes. */
  start(port?: number): Promise<Engine>;
  log: (line: string) => void;
}

const stoppedNotice = 'All requests fail with 503 until you restart the runner.';

/**
 * Starts an engine, and restarts it when it crashes, at most three times a minute. Disposing
 * `disposables` stops it. Throws if the first start fails.
 */
export async function superviseEngine(
  { start, log }: SupervisorOptions,
  disposables: AsyncDisposableStack,
): Promise<SupervisedEngine> {
  const first = await start();
  const { name, port, endpoint } = first;
  let latestStart = Promise.resolve(first);
  /** The times of the restarts of the last minute. */
  let restarts: number[] = [];
  let isUnavailable = false;
  let isEnding = false;

  /** Starts the engine again. Returns undefined if it stays down. */
  async function restart(crash: string): Promise<Engine | undefined> {
    const now = performance.now();
    restarts = restarts.filter((time) => time > now - periodMs);
    if (restarts.length >= maxRestarts) {
      const reason = `It was restarted ${maxRestarts} times in a minute.`;
      log(`${name} has crashed: ${crash}. ${reason} ${stoppedNotice}`);
      return undefined;
    }

    restarts.push(now);
    log(`${name} has crashed: ${crash}. Requests fail with 503 until it is restarted.`);
    latestStart = start(port);
    return latestStart;
  }

  async function keepRunning(): Promise<void> {
    let engine: Engine | undefined = first;
    while (engine) {
      const crash = await engine.crashed;
      if (isEnding) return;

      isUnavailable = true;
      engine = await restart(crash);
      if (!engine) return;

      isUnavailable = false;
      log(`${name} was restarted.`);
    }
  }

  keepRunning().catch((error: Error) => log(`${error.message} ${stoppedNotice}`));
  disposables.defer(async () => {
    isEnding = true;
    const engine = await latestStart.catch(() => undefined);
    await engine?.end();
  });

  return { endpoint, isUnavailable: () => isUnavailable };
}
