import { activityTypeRows } from './activity-types.data.ts';

/** The METs of an activity at a speed in m/s. */
export interface SpeedMets {
  mets: string;
  speed: number;
}

/** An activity type as the data file holds it; the phrases follow the name of a person. */
export type ActivityTypeRow = readonly [
  id: number,
  key: string,
  parent: number | null,
  name: string,
  short_name: string | null,
  mets: number,
  mets_speed: readonly SpeedMets[],
  location_aware: boolean,
  import_only: boolean,
  user_action_past: string,
  user_action_present: string,
  activities_are: string | null,
];

/** A kind of activity (specification 2.6, decision R1). */
export interface ActivityType {
  id: string;
  /** The type above it; absent on the root of a tree. */
  parent: string | undefined;
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
  /** File name of its picture, below `/icons/` on the CDN. */
  icon: string;
}

const rows = new Map(activityTypeRows.map((row) => [row[0], row]));
const parents = new Set(activityTypeRows.map(([, , parent]) => parent));

function rootOf(row: ActivityTypeRow): ActivityTypeRow {
  const above = row[2] === null ? undefined : rows.get(row[2]);
  return above ? rootOf(above) : row;
}

function fromRow(row: ActivityTypeRow): ActivityType {
  const [
    id,
    ,
    parent,
    name,
    short_name,
    mets,
    mets_speed,
    location_aware,
    import_only,
    past,
    present,
    are,
  ] = row;
  const [root, rootKey] = rootOf(row);
  return {
    id: String(id),
    parent: parent === null ? undefined : String(parent),
    root: String(root),
    has_children: parents.has(id),
    name,
    short_name,
    mets,
    mets_speed,
    location_aware,
    import_only,
    user_action_past: `{user.name} ${past}`,
    user_action_present: `{user.name} ${present}`,
    activities_are: are,
    icon: `${rootKey}.svg`,
  };
}

/** The whole catalogue, in the order of the ids. */
export const activityTypes: readonly ActivityType[] = activityTypeRows.map(fromRow);

const byId = new Map(activityTypes.map((type) => [type.id, type]));

/** The activity type of that id, if there is one. */
export function findActivityType(id: string): ActivityType | undefined {
  return byId.get(id);
}
