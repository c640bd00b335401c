import type { SpeedMets } from '#shared/reference-data/activity-types.ts';
import type { ActivityTypeSource } from './activity-types.ts';
import type { Ledger } from './ledger.ts';
import { renderModule, toLiteral } from './module-text.ts';

/** Renders the module of the activity types, in the order of their ids. */
export function renderActivityTypes(
  sources: readonly ActivityTypeSource[],
  { getId }: Ledger,
): string {
  const tables = findSpeedTables(sources);
  const sorted = sources.toSorted((one, other) => getId(one.key) - getId(other.key));
  return renderModule({
    source: 'data/activities.csv',
    imports: `import type { ActivityTypeRow, SpeedMets } from './activity-types.ts';`,
    constants: [...tables].map(
      ([literal, name]) => `const ${name}: readonly SpeedMets[] = ${literal};`,
    ),
    declaration: 'activityTypeRows: readonly ActivityTypeRow[]',
    items: sorted.map((type) => renderRow(type, getId, tables)),
  });
}

/** The name of the constant for each table of speeds. */
type SpeedTables = ReadonlyMap<string, string>;

/** Names the tables of speeds, because many types share one. */
function findSpeedTables(sources: readonly ActivityTypeSource[]): SpeedTables {
  const withSpeeds = sources.filter(({ mets_speed }) => mets_speed.length > 0);
  const literals = new Set(withSpeeds.map(({ mets_speed }) => toLiteral(mets_speed)));
  return new Map([...literals].map((literal, i) => [literal, `speeds${i + 1}`]));
}

function renderSpeeds(speeds: readonly SpeedMets[], tables: SpeedTables): string {
  const literal = toLiteral(speeds);
  return tables.get(literal) ?? literal;
}

/** Renders a type as an `ActivityTypeRow`. */
function renderRow(type: ActivityTypeSource, getId: Ledger['getId'], tables: SpeedTables): string {
  const cells = [
    toLiteral(getId(type.key)),
    toLiteral(type.key),
    toLiteral(type.parent === null ? null : getId(type.parent)),
    toLiteral(type.name),
    toLiteral(type.short_name),
    toLiteral(type.mets),
    renderSpeeds(type.mets_speed, tables),
    toLiteral(type.location_aware),
    toLiteral(type.import_only),
    toLiteral(type.user_action_past),
    toLiteral(type.user_action_present),
    toLiteral(type.activities_are),
  ];
  return `[${cells.join(', ')}]`;
}
