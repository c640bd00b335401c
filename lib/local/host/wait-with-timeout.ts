/**
 * Waits for `work`. Calls `onTimeout`, which must make `work` settle, if that takes longer than the
 * limit.
 */
export async function waitWithTimeout(
  work: Promise<unknown>,
  limitMs: number,
  onTimeout: () => void,
): Promise<void> {
  const timer = setTimeout(onTimeout, limitMs);
  await work;
  clearTimeout(timer);
}
