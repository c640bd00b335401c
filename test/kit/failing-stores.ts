type StoreMethod = (...args: unknown[]) => unknown;

/** The calls that leave the stores as they are. */
const reads = ['get', 'getEach', 'query', 'queryPage', 'queryPages', 'listKeys', 'list'];

/** The calls that `failAt` counts. */
export interface CountedCalls {
  /**
   * Whether to count only writes. A failed read needs no case of its own, because the stores are
   * then the same as after a failure of the next write.
   */
  onlyWrites?: boolean;
  /** Whether the store still makes the call that fails. Only its response is lost then. */
  isWritten?: boolean;
}

/**
 * Wraps stores so that the call `failingCall` and each later call throw, as if the process had
 * ended. Calls are counted from 1 over all stores. `hasFailed` returns whether `failingCall` was
 * reached.
 */
export function failAt<Stores extends Record<string, object>>(
  stores: Stores,
  failingCall: number,
  { onlyWrites = false, isWritten = false }: CountedCalls = {},
): { stores: Stores; hasFailed: () => boolean } {
  let calls = 0;

  function wrap(name: string, method: StoreMethod): StoreMethod {
    const isCounted = !onlyWrites || !reads.includes(name);
    return (...args) => {
      if (isCounted) calls += 1;
      if (calls < failingCall) return method(...args);
      const ended = new Error('The process ended.');
      if (!isWritten || !isCounted || calls > failingCall) throw ended;
      return Promise.resolve(method(...args)).then(() => Promise.reject(ended));
    };
  }

  const wrapped = Object.entries(stores).map(([name, store]) => {
    const methods = Object.entries(store).map(
      ([method, call]) => [method, wrap(method, call)] as const,
    );
    return [name, Object.fromEntries(methods)] as const;
  });
  return {
    stores: Object.fromEntries(wrapped) as Stores,
    hasFailed: () => calls >= failingCall,
  };
}
