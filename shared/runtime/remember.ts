/**
 * Returns a function that remembers its results, which depend on nothing but its arguments. It
 * forgets all of them once they are `max`.
 */
export function remember<Arguments extends readonly (string | number)[], Result>(
  max: number,
  compute: (...of: Arguments) => Result,
): (...of: Arguments) => Result {
  const results = new Map<string, Result>();
  return (...of) => {
    const key = of.join(' ');
    const known = results.get(key);
    if (known !== undefined || results.has(key)) return known as Result;
    const result = compute(...of);
    if (results.size >= max) results.clear();
    results.set(key, result);
    return result;
  };
}
