interface BatchLimits {
  maxCount: number;
  maxBytes?: number;
}

/** Splits a list into batches within the limits. `measure` returns the bytes of a member. */
export function splitIntoBatches<Member>(
  members: readonly Member[],
  { maxCount, maxBytes = Infinity }: BatchLimits,
  measure: (member: Member) => number = () => 0,
): Member[][] {
  const batches: Member[][] = [];
  let batch: Member[] = [];
  let bytes = 0;
  for (const member of members) {
    const size = measure(member);
    const isFull = batch.length === maxCount || bytes + size > maxBytes;
    if (batch.length === 0 || isFull) {
      batch = [];
      batches.push(batch);
      bytes = 0;
    }
    batch.push(member);
    bytes += size;
  }
  return batches;
}
