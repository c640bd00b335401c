/** A counting semaphore that serves waiting callers in order. */
export interface Semaphore {
  acquire(): Promise<void>;
  release(): void;
}

/** Creates a semaphore with `count` permits. */
export function createSemaphore(count: number): Semaphore {
  const waiting: (() => void)[] = [];
  let permits = count;

  return {
    acquire: async () => {
      if (permits > 0) permits -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    release: () => {
      const next = waiting.shift();
      if (next) next();
      else permits += 1;
    },
  };
}
