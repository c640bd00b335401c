/** Returns the median: of an even number of values, the upper one of the two in the middle. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Returns the mean of at least one value. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the value below which this share of the values lie, e.g. 0.99, or 0 without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(values.length * share)] ?? 0;
}

/** Measures the duration of work in milliseconds. */
export async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
