import type { ActivityTypeRow } from '#shared/reference-data/activity-types.ts';
import type { ActivityNameSource, ActivityTypeSource } from './activity-types.ts';
import { type Ledger, sortById } from './ledger.ts';
import { renderModule, renderTextModule, toLiteral } from './module-text.ts';

/**
 * Renders the module of the activity types, in the order of their ids. They are JSON, which V8
 * parses in less time than source code, and only at first use.
 */
export function renderActivityTypes(
  sources: readonly ActivityTypeSource[],
  ledger: Ledger,
): string {
  const types = sortById(sources, ledger);
  const speeds = listSpeedTables(types);
  const rows = types.map((type) => JSON.stringify(toRow(type, ledger, speeds)));
  const json = `{"speeds":[\n${speeds.join(',\n')}\n],"rows":[\n${rows.join(',\n')}\n]}`;
  return renderTextModule('data/activities.csv', 'activityTypesJson', json);
}

/** Lists the tables of speeds as JSON, each once, because many types have the same table. */
function listSpeedTables(sources: readonly ActivityTypeSource[]): string[] {
  const tables = sources.map(({ mets_speed }) => JSON.stringify(mets_speed));
  return [...new Set(tables)];
}

function toRow(
  type: ActivityTypeSource,
  { getId }: Ledger,
  speeds: readonly string[],
): ActivityTypeRow {
  return [
    getId(type.key),
    type.key,
    type.parent === null ? null : getId(type.parent),
    type.name,
    type.short_name,
    type.mets,
    speeds.indexOf(JSON.stringify(type.mets_speed)),
    type.location_aware ? 1 : 0,
    type.import_only ? 1 : 0,
    type.user_action_past,
    type.user_action_present,
    type.activities_are,
  ];
}

/**
 * Renders the module that maps the keys of activity types to ids and roots, for functions that
 * import workouts. It has a third of the size of the module with all attributes.
 */
export function renderActivityTypeKeys(
  sources: readonly ActivityTypeSource[],
  ledger: Ledger,
): string {
  const byKey = new Map(sources.map((type) => [type.key, type]));
  const rows = sortById(sources, ledger).map((type) => ({
    key: type.key,
    id: String(ledger.getId(type.key)),
    root: String(ledger.getId(findRootKey(type, byKey))),
  }));
  return renderModule({
    source: 'data/activities.csv',
    declaration: 'activityTypeKeys',
    items: rows.map(toLiteral),
    isConstant: true,
  });
}

/** Renders the module of the METs of activity types, for functions that estimate energies. */
export function renderActivityMets(
  sources: readonly ActivityTypeSource[],
  ledger: Ledger,
): string {
  const rows = sortById(sources, ledger).map(({ key, mets }) => [
    ledger.getId(key),
    mets,
  ]);
  return renderModule({
    source: 'data/activities.csv',
    declaration: 'activityMets: readonly (readonly [id: number, mets: number])[]',
    items: rows.map(toLiteral),
  });
}

function findRootKey(
  type: ActivityTypeSource,
  byKey: ReadonlyMap<string, ActivityTypeSource>,
): string {
  const parent = type.parent === null ? undefined : byKey.get(type.parent);
  return parent ? findRootKey(parent, byKey) : type.key;
}

/**
 * Renders a module of names in one language, in the order of the ids of their types. It has a
 * quarter of the size of the module with all attributes.
 */
export function renderActivityNames(
  { source, constant }: { source: string; constant: string },
  sources: readonly ActivityNameSource[],
  ledger: Ledger,
): string {
  const rows = sortById(sources, ledger).map(({ key, name }) => [
    ledger.getId(key),
    name,
  ]);
  return renderModule({
    source,
    declaration: `${constant}: readonly (readonly [id: number, name: string])[]`,
    items: rows.map(toLiteral),
  });
}
