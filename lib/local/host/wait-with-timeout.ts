/**
 * Waits for the result of `work`. If it takes longer than the limit, calls `onTimeout`, which must
 * make `work` settle.
 */
export async function waitWithTimeout<Result>(
  work: Promise<Result>,
  limitMs: number,
  onTimeout: () => void,
): Promise<Result> {
  const timer = setTimeout(onTimeout, limitMs);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
