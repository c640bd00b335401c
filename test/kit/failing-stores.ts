type StoreMethod = (...args: unknown[]) => unknown;

/** The call that fails, counted from 1 over all stores, and whether the store processes it. */
export interface StoreFault {
  number: number;
  isWritten: boolean;
}

/**
 * Wraps stores so that the call with a number throws, as if the process had ended before it, or
 * after it if `isWritten` is true. The function `hasFailed` says whether that call was reached.
 */
export function failAt<Stores extends Record<string, object>>(
  stores: Stores,
  number: number,
  isWritten = false,
): { stores: Stores; hasFailed: () => boolean } {
  let calls = 0;

  function wrap(method: StoreMethod): StoreMethod {
    return (...args) => {
      calls += 1;
      if (calls < number) return method(...args);
      if (calls === number && isWritten)
        return Promise.resolve(method(...args)).then(end);
      return end();
    };
  }

  function end(): never {
    throw new Error('The process ended.');
  }

  const wrapped = Object.entries(stores).map(([name, store]) => {
    const methods = Object.entries(store).map(
      ([method, call]) => [method, wrap(call)] as const,
    );
    return [name, Object.fromEntries(methods)] as const;
  });
  return {
    stores: Object.fromEntries(wrapped) as Stores,
    hasFailed: () => calls >= number,
  };
}
