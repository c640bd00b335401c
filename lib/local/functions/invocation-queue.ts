/** How many invocations run at once. */
export interface ConcurrencyLimits {
  /** Maximum for all functions. */
  total: number;
  /**
   * Maximum for one function, so that a function which waits for other functions cannot block
   * them.
   */
  perFunction: number;
}

/**
 * Starts invocations in the order of their arrival, so under load all functions have the same
 * latency. A function at its limit lets the others pass.
 */
export interface InvocationQueue {
  /** Runs `work` when it is its turn. */
  run<Result>(functionArn: string, work: () => Promise<Result>): Promise<Result>;
}

interface Waiting {
  functionArn: string;
  start: () => void;
}

/** Creates an empty queue. */
export function createInvocationQueue(limits: ConcurrencyLimits): InvocationQueue {
  const waiting: Waiting[] = [];
  const running = new Map<string, number>();
  let total = 0;

  const getRunning = (functionArn: string) => running.get(functionArn) ?? 0;
  const canStart = ({ functionArn }: Waiting) =>
    getRunning(functionArn) < limits.perFunction;

  function count(functionArn: string, change: 1 | -1): void {
    running.set(functionArn, getRunning(functionArn) + change);
    total += change;
  }

  function startNext(): void {
    if (total >= limits.total) return;
    const index = waiting.findIndex(canStart);
    const [next] = index < 0 ? [] : waiting.splice(index, 1);
    if (!next) return;

    count(next.functionArn, 1);
    next.start();
  }

  return {
    run: async (functionArn, work) => {
      const { promise: turn, resolve: start } = Promise.withResolvers<void>();
      waiting.push({ functionArn, start });
      startNext();
      await turn;

      try {
        return await work();
      } finally {
        count(functionArn, -1);
        startNext();
      }
    },
  };
}
