/** A number of places that are given out in the order in which they are asked for. */
export interface Slots {
  take(): Promise<void>;
  free(): void;
}

/** Makes `count` free places. */
export function createSlots(count: number): Slots {
  const waiting: (() => void)[] = [];
  let left = count;
  return {
    take: async () => {
      if (left > 0) left -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    free: () => {
      const next = waiting.shift();
      if (next) next();
      else left += 1;
    },
  };
}
