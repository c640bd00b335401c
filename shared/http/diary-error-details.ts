import type { Failures } from '../errors/errors.ts';
import { compact } from '../runtime/compact.ts';

/**
 * Matches the paths of the list of items, of an item and of its field: `items`, `items.1` and
 * `items.1.duration`.
 */
const itemPath = /^items(?:\.(?<index>\d+)(?:\.(?<field>.+))?)?$/;

interface ItemFailure {
  index: string | undefined;
  field: string;
  messages: readonly string[];
}

/** Returns a list of one failure, or an empty list if the path is not that of an item. */
function parseItemFailure([path, messages]: [string, readonly string[]]): ItemFailure[] {
  const match = itemPath.exec(path);
  if (!match) return [];
  const { index, field = '__all__' } = match.groups ?? {};
  return [{ index, field, messages }];
}

/** Returns the failures of one item by field, with its index. */
function buildItemDetails(index: string | undefined, failures: readonly ItemFailure[]) {
  const fields = failures.map(({ field, messages }) => [field, messages]);
  const itemIndex = index === undefined ? undefined : Number(index);
  return { ...compact({ index: itemIndex }), ...Object.fromEntries(fields) };
}

/**
 * Builds the error details of the diary (wire.md Y2): one object for each item with its index, as
 * in `{"items": [{"index": 1, "duration": ["must be at least 1"]}]}`. Other failures keep their
 * field.
 */
export function buildDiaryDetails(failures: Failures): Readonly<Record<string, unknown>> {
  const members = Object.entries(failures);
  const itemFailures = members.flatMap(parseItemFailure);
  const failuresByIndex = Map.groupBy(itemFailures, ({ index }) => index);
  const items = [...failuresByIndex].map(([index, failuresOfItem]) =>
    buildItemDetails(index, failuresOfItem),
  );
  const others = Object.fromEntries(members.filter(([path]) => !itemPath.test(path)));
  return compact({ ...others, items: items.length > 0 ? items : undefined });
}
