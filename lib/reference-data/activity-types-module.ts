import type { ActivityNameSource, ActivityTypeSource } from './activity-types.ts';
import { type Ledger, sortById } from './ledger.ts';
import { renderModule, toLiteral } from './module-text.ts';

/** Renders the module of the activity types, in the order of their ids. */
export function renderActivityTypes(
  sources: readonly ActivityTypeSource[],
  ledger: Ledger,
): string {
  const types = sortById(sources, ledger);
  const tables = nameSpeedTables(sources);
  const constants = [...tables].map(
    ([literal, name]) => `const ${name}: readonly SpeedMets[] = ${literal};`,
  );
  return renderModule({
    source: 'data/activities.csv',
    imports: `import type { ActivityTypeRow, SpeedMets } from './activity-types.ts';`,
    constants,
    declaration: 'activityTypeRows: readonly ActivityTypeRow[]',
    items: types.map((type) => renderRow(type, ledger, tables)),
  });
}

/** The names of the constants for tables of speeds, by their source code. */
type SpeedTables = ReadonlyMap<string, string>;

/** Names each table of speeds once, because many types have the same table. */
function nameSpeedTables(sources: readonly ActivityTypeSource[]): SpeedTables {
  const tables = sources.map(({ mets_speed }) => mets_speed);
  const literals = new Set(tables.filter((speeds) => speeds.length > 0).map(toLiteral));
  return new Map([...literals].map((literal, i) => [literal, `speeds${i + 1}`]));
}

/** Renders a type as an `ActivityTypeRow`. */
function renderRow(
  type: ActivityTypeSource,
  { getId }: Ledger,
  tables: SpeedTables,
): string {
  const speeds = toLiteral(type.mets_speed);
  const before = [
    getId(type.key),
    type.key,
    type.parent === null ? null : getId(type.parent),
    type.name,
    type.short_name,
    type.mets,
  ];
  const after = [
    type.location_aware,
    type.import_only,
    type.user_action_past,
    type.user_action_present,
    type.activities_are,
  ];
  const cells = [
    ...before.map(toLiteral),
    tables.get(speeds) ?? speeds,
    ...after.map(toLiteral),
  ];
  return `[${cells.join(', ')}]`;
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
