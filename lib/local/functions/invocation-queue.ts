export interface ConcurrencyLimits {
  /** Maximum for all functions. */
  total: number;
  /**
   * Maximum for one function. Otherwise, a function that waits for responses of other functions
   * could block them.
   */
  perFunction: number;
  /**
   * Whether a function that runs so many times may run once more at the same time. Defaults to
   * always.
   */
  canRunAnother?: (functionArn: string, running: number) => boolean;
}

interface Waiting {
  functionArn: string;
  start: () => void;
}

/**
 * Creates an empty queue. It starts invocations in the order of their arrival, so under load all
 * functions have the same latency. Invocations of a function at its limit are skipped until one of
 * them ends.
 */
export function createInvocationQueue(limits: ConcurrencyLimits) {
  const waiting: Waiting[] = [];
  const running = new Map<string, number>();
  let total = 0;

  const getRunning = (functionArn: string) => running.get(functionArn) ?? 0;
  const { canRunAnother = () => true } = limits;
  const canStart = ({ functionArn }: Waiting) => {
    const count = getRunning(functionArn);
    if (count === 0) return true;
    return count < limits.perFunction && canRunAnother(functionArn, count);
  };

  function count(functionArn: string, change: 1 | -1): void {
    running.set(functionArn, getRunning(functionArn) + change);
    total += change;
  }

  function startNext(): void {
    if (total >= limits.total) return;
    const next = waiting.find(canStart);
    if (!next) return;

    waiting.splice(waiting.indexOf(next), 1);
    count(next.functionArn, 1);
    next.start();
  }

  return {
    /** Runs `work` as soon as the limits allow it. */
    run: async <Result>(functionArn: string, work: () => Promise<Result>) => {
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
