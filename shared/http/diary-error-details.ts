import type { Failures } from '../errors/errors.ts';

/** The path of a field of an item, as in `items.1.duration`; without an index, of the list itself. */
const itemField = /^items(?:\.(\d+)(?:\.(.+))?)?$/;

/**
 * Failures as the diary details them (decision Y2): one object an item, which names its index, as in
 * `{"items": [{"index": 1, "duration": ["must be at least 1"]}]}`; what is not of an item stands by its field.
 */
export function diaryDetails(failures: Failures): Readonly<Record<string, unknown>> {
  const all = Object.entries(failures);
  const ofItems = all.flatMap(([path, sentences]) => {
    const [matched, index, field = '__all__'] = itemField.exec(path) ?? [];
    return matched === undefined ? [] : [{ index, failure: [field, sentences] as const }];
  });
  const items = [...Map.groupBy(ofItems, ({ index }) => index)].map(([index, fields]) => ({
    ...(index !== undefined && { index: Number(index) }),
    ...Object.fromEntries(fields.map(({ failure }) => failure)),
  }));
  const others = all.filter(([path]) => !itemField.test(path));
  return { ...Object.fromEntries(others), ...(items.length > 0 && { items }) };
}
