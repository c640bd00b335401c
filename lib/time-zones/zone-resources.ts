import { listChanges, parseSummerRule } from './posix-rule.ts';
import type { Resource } from './resource-bundle.ts';
import type { ZonePeriod, ZoneRules } from './tzif.ts';

/** A release of the time zone database. */
export interface TimeZoneRelease {
  /** For example `2026f`. */
  version: string;
  zones: ReadonlyMap<string, ZoneRules>;
  /** The name of the zone that another name means. */
  links: ReadonlyMap<string, string>;
  /** The two letters of the country of a zone. */
  countries: ReadonlyMap<string, string>;
}

/** Returns the content of ICU's file `zoneinfo64.res`, which `tz2icu` of ICU explains. */
export function toZoneResources(release: TimeZoneRelease): { [key: string]: Resource } {
  const { version, zones, links, countries } = release;
  const names = [...zones.keys(), ...links.keys()].sort();
  const numbers = new Map(names.map((name, number) => [name, number]));
  const rules = new Map<string, Int32Array>();

  function toResource(name: string): Resource {
    const target = links.get(name);
    if (target !== undefined) return toNumber(target);
    const zone = zones.get(name);
    if (!zone) throw new Error(`${name} has no rules.`);
    const aliases = names.filter((alias) => links.get(alias) === name);
    const equal = aliases.length > 0 ? [name, ...aliases].sort().map(toNumber) : [];
    return {
      ...toTable(zone, rules),
      ...(equal.length > 0 && { links: Int32Array.from(equal) }),
    };
  }

  function toNumber(name: string): number {
    const number = numbers.get(name);
    if (number === undefined) throw new Error(`There is no zone ${name}.`);
    return number;
  }

  return {
    TZVersion: version,
    Zones: names.map(toResource),
    Names: names,
    Rules: Object.fromEntries(rules),
    Regions: names.map((name) => {
      return countries.get(name) ?? countries.get(links.get(name) ?? '') ?? '001';
    }),
  };
}

/** Adds the rule of a zone to `rules` if it has one for the time after its periods. */
function toTable(zone: ZoneRules, rules: Map<string, Int32Array>) {
  const periods = splitOffsets(zone.periods);
  const summer = parseSummerRule(zone.rule);
  if (!summer) return toPeriods(periods);

  const { standard, saving, start, end } = summer;
  const lastStart = Math.max(0, periods.at(-1)?.start ?? 0);
  const finalYear = new Date(lastStart * 1000).getUTCFullYear() + 1;
  const rest = listChanges(summer, finalYear - 1).filter(({ at }) => at > lastStart);
  const added = rest.map(({ at, isSummer }) => {
    return { start: at, standard, saving: isSummer ? saving : 0 };
  });
  const changes = [start, end].flatMap(({ month, day, weekday, time }) => {
    // A negative weekday says that the day is a limit; the zero, that the time is wall time.
    return [month, day, -weekday, time, 0];
  });
  const rule = Int32Array.from([...changes, saving]);
  // ICU finds a rule by its name in the order of the alphabet.
  const known = [...rules].find(([, other]) => other.join() === rule.join());
  const finalRule = known?.[0] ?? `R${String(rules.size).padStart(3, '0')}`;
  rules.set(finalRule, rule);
  return {
    ...toPeriods([...periods, ...added]),
    finalRule,
    finalRaw: standard,
    finalYear,
  };
}

/** A period with the two parts of its offset. */
interface SplitPeriod {
  start: number;
  standard: number;
  saving: number;
}

function toPeriods(periods: readonly SplitPeriod[]) {
  const types = [...new Set(periods.map(toType))];
  const starts = periods.slice(1).map(({ start }) => start);
  const early = starts.filter((start) => start < -(2 ** 31));
  const late = starts.filter((start) => start >= 2 ** 31);
  const rest = starts.filter((start) => !early.includes(start) && !late.includes(start));
  const map = Uint8Array.from(periods.slice(1), (period) =>
    types.indexOf(toType(period)),
  );
  return {
    typeOffsets: Int32Array.from(types.flatMap((type) => type.split(' ').map(Number))),
    ...(starts.length > 0 && { typeMap: map }),
    ...(early.length > 0 && { transPre32: toPairs(early) }),
    ...(rest.length > 0 && { trans: Int32Array.from(rest) }),
    ...(late.length > 0 && { transPost32: toPairs(late) }),
  };
}

function toType({ standard, saving }: SplitPeriod): string {
  return `${standard} ${saving}`;
}

/** Returns numbers of 64 bits as two of 32, the high one first. */
function toPairs(values: readonly number[]): Int32Array {
  return Int32Array.from(
    values.flatMap((value) => [Math.floor(value / 2 ** 32), value | 0]),
  );
}

/** The longest summer or winter, in seconds. */
const maxSeason = 300 * 86_400;

/**
 * Splits offsets into a standard time and what summer adds. A file states the sum only. Where
 * winter is the exception (Ireland, Morocco), it counts as the standard time.
 */
function splitOffsets(periods: readonly ZonePeriod[]): SplitPeriod[] {
  return periods.map((period, index) => {
    const { start, offset, isSummer } = period;
    const standard = isSummer
      ? findStandard(periods, index)
      : findWinter(periods, index, (periods[index + 1]?.start ?? Infinity) - start);
    const saving = standard === undefined ? 0 : Math.max(0, offset - standard);
    return { start, standard: offset - saving, saving };
  });
}

function findStandard(periods: readonly ZonePeriod[], index: number): number | undefined {
  const before = periods.slice(0, index).findLast(({ isSummer }) => !isSummer);
  return (before ?? periods.slice(index).find(({ isSummer }) => !isSummer))?.offset;
}

/** Returns the offset of an exceptional winter beside a period, unless the period is too long. */
function findWinter(periods: readonly ZonePeriod[], index: number, seconds: number) {
  if (seconds > maxSeason) return undefined;
  const beside = [periods[index - 1], periods[index + 1]];
  return beside.find(
    (other) => other?.isSummer && other.offset < (periods[index]?.offset ?? 0),
  )?.offset;
}
