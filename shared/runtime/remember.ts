/**
 * Returns a function that remembers its results, which depend on nothing but a key and what it is
 * read with, e.g. a time zone. It forgets all of them once they are `max`.
 */
export function remember<Key extends string | number, Result>(
  max: number,
  compute: (key: Key, context: string) => Result,
): (key: Key, context?: string) => Result {
  const results = new Map<string, Result>();
  return (key, context = '') => {
    const name = `${context} ${key}`;
    const known = results.get(name);
    if (known !== undefined || results.has(name)) return known as Result;
    const result = compute(key, context);
    if (results.size >= max) results.clear();
    results.set(name, result);
    return result;
  };
}
