/**
 * Waits for `work`. If it takes longer than the limit, calls `onTimeout`, which must make `work`
 * settle.
 */
export async function waitWithTimeout(
  work: Promise<unknown>,
  limitMs: number,
  onTimeout: () => void,
): Promise<void> {
  const timer = setTimeout(onTimeout, limitMs);
  try {
    await work;
  } finally {
    clearTimeout(timer);
  }
}
