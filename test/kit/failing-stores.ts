type StoreMethod = (...args: unknown[]) => unknown;

/**
 * Wraps stores so that the call with a number throws, as if the process had ended before it. Calls
 * are counted from 1 over all stores. The function `hasFailed` says whether that call was reached.
 */
export function failAt<Stores extends Record<string, object>>(
  stores: Stores,
  number: number,
): { stores: Stores; hasFailed: () => boolean } {
  let calls = 0;

  function wrap(method: StoreMethod): StoreMethod {
    return (...args) => {
      calls += 1;
      if (calls >= number) throw new Error('The process ended.');
      return method(...args);
    };
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
