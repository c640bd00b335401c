/** A number of places that are given out in the order in which they are asked for. */
export interface Semaphore {
  acquire(): Promise<void>;
  release(): void;
}

/** Makes `count` free places. */
export function createSemaphore(count: number): Semaphore {
  const waiting: (() => void)[] = [];
  let left = count;
  return {
    acquire: async () => {
      if (left > 0) left -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    release: () => {
      const next = waiting.shift();
      if (next) next();
      else left += 1;
    },
  };
}
