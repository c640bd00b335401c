import { activityTypesJson } from './activity-types.data.ts';

/** The energy cost of an activity in METs (metabolic equivalents) at a speed in m/s. */
export interface SpeedMets {
  mets: string;
  speed: number;
}

/**
 * An activity type in the data file, without the name of the person at the start of its phrases.
 * Its speeds are the index of a table.
 */
export type ActivityTypeRow = readonly [
  id: number,
  key: string,
  parent: number | null,
  name: string,
  short_name: string | null,
  mets: number,
  mets_speed: number,
  location_aware: 0 | 1,
  import_only: 0 | 1,
  user_action_past: string,
  user_action_present: string,
  activities_are: string | null,
];

/** A kind of activity (specification 2.6). */
export interface ActivityType {
  id: string;
  /** The id of the parent type; absent on the root of a tree. */
  parent: string | undefined;
  /** The id of the root of the tree. */
  root: string;
  has_children: boolean;
  name: string;
  short_name: string | null;
  mets: number;
  mets_speed: readonly SpeedMets[];
  location_aware: boolean;
  import_only: boolean;
  user_action_past: string;
  user_action_present: string;
  activities_are: string | null;
  /** File name of its icon, below `/icons/` on the CDN. */
  icon: string;
}

/** The content of the data file. Many types have the same table of speeds. */
interface ActivityTypeData {
  speeds: readonly (readonly SpeedMets[])[];
  rows: readonly ActivityTypeRow[];
}

/** The rows by their ids, and the ids that are parents. */
interface Trees {
  rows: ReadonlyMap<number | null, ActivityTypeRow>;
  parentIds: ReadonlySet<number | null>;
}

/** Creates a function that computes a value at its first call, so that loading it costs nothing. */
const once = <Value>(compute: () => Value) => {
  let value: Value | undefined;
  return () => {
    value ??= compute();
    return value;
  };
};

const getData = once((): ActivityTypeData => JSON.parse(activityTypesJson));

/** Returns the rows of all activity types, in the order of their ids. */
export const listRows = () => getData().rows;

const getTrees = once(
  (): Trees => ({
    rows: new Map(listRows().map((row) => [row[0], row])),
    parentIds: new Set(listRows().map(([, , parent]) => parent)),
  }),
);

function findRoot(row: ActivityTypeRow, { rows }: Trees): ActivityTypeRow {
  let root = row;
  for (let above = rows.get(row[2]); above; above = rows.get(above[2])) root = above;
  return root;
}

function fromRow(row: ActivityTypeRow): ActivityType {
  const trees = getTrees();
  const [
    id,
    ,
    parent,
    name,
    short_name,
    mets,
    speeds,
    location_aware,
    import_only,
    past,
    present,
    are,
  ] = row;
  const [root, rootKey] = findRoot(row, trees);
  return {
    id: String(id),
    parent: parent === null ? undefined : String(parent),
    root: String(root),
    has_children: trees.parentIds.has(id),
    name,
    short_name,
    mets,
    mets_speed: getData().speeds[speeds] ?? [],
    location_aware: location_aware === 1,
    import_only: import_only === 1,
    user_action_past: `{user.name} ${past}`,
    user_action_present: `{user.name} ${present}`,
    activities_are: are,
    icon: `${rootKey}.svg`,
  };
}

/** Returns all activity types, in the order of their ids. */
export const listActivityTypes: () => readonly ActivityType[] = once(() =>
  listRows().map(fromRow),
);

/** Returns the activity type with an id, or undefined if there is none. */
export function findActivityType(id: string): ActivityType | undefined {
  const row = listRows().find(([rowId]) => String(rowId) === id);
  return row && fromRow(row);
}

/** Returns the ids of an activity type and of all below it. It is empty for an unknown id. */
export function listIdsBelow(id: string): ReadonlySet<string> {
  const ids = new Set(listRows().flatMap(([own]) => (String(own) === id ? [own] : [])));
  // What is added to a set while it is iterated over is visited, too.
  for (const above of ids)
    for (const [child, , parent] of listRows()) if (parent === above) ids.add(child);
  return new Set([...ids].map(String));
}
