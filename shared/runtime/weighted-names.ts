/** A member of a list such as `de-AT, en;q=0.5` in a header (RFC 9110 section 12.4.2). */
interface WeightedName {
  /** In lower case. */
  name: string;
  weight: number;
}

/** Parses the weight of a member. Defaults to 1; an invalid weight is 0. */
function parseWeight(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  if (weight === undefined) return 1;
  const [, value = '0'] = /^q=([01](?:\.\d*)?)$/.exec(weight) ?? [];
  return Number(value);
}

/** Parses all values of a header that lists names with weights, in the order sent. */
export function parseWeightedNames(values: readonly string[]): WeightedName[] {
  const members = values.flatMap((value) => value.split(','));
  return members.map((member) => {
    const [name = '', ...parameters] = member
      .split(';')
      .map((part) => part.trim().toLowerCase());
    return { name, weight: parseWeight(parameters) };
  });
}
