/** Returns the length of the longest text that is in both, in order but with gaps. */
function measureCommon(one: string, other: string): number {
  let lengths = new Array<number>(other.length + 1).fill(0);
  for (const character of one) {
    const next = [0];
    for (const [index, compared] of [...other].entries()) {
      const longest = Math.max(lengths[index + 1] ?? 0, next[index] ?? 0);
      next.push(character === compared ? (lengths[index] ?? 0) + 1 : longest);
    }
    lengths = next;
  }
  return lengths.at(-1) ?? 0;
}

/** Returns how similar two names are, from 0 to 1, without regard to case. */
function compareNames(one: string, other: string): number {
  const common = measureCommon(one.toLowerCase(), other.toLowerCase());
  return (2 * common) / (one.length + other.length);
}

/**
 * Returns the most similar of known names, or undefined if none is similar. Abbreviations count:
 * the nearest to `carbs` is `carbohydrates`. Of names in objects, as in `food.name`, the last part
 * is compared. A name that was meant must be more similar than a number from 0 to 1.
 */
export function findNearestName(
  name: string,
  known: readonly string[],
  minSimilarity = 0.5,
): string | undefined {
  const similarities = known.map((candidate) =>
    compareNames(name, candidate.slice(candidate.lastIndexOf('.') + 1)),
  );
  const best = Math.max(...similarities);
  return best <= minSimilarity ? undefined : known[similarities.indexOf(best)];
}
