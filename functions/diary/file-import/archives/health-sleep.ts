import { getRules, maxSleep } from '#functions/diary/measurement/measurement-types.ts';
import { groupByPauses } from '#functions/diary/measurement/night.ts';
import { compact } from '#shared/runtime/compact.ts';
import {
  type HealthRecord,
  type RecordCollector,
  type Room,
  takePlace,
} from './health-records.ts';
import { toPlaceTime } from './health-values.ts';

/** The kinds of parts by the words of Apple. `Asleep` is that of exports before iOS 16. */
const kinds = {
  InBed: 'in_bed',
  Awake: 'awake',
  Asleep: 'unspecified',
  AsleepUnspecified: 'unspecified',
  AsleepCore: 'light',
  AsleepDeep: 'deep',
  AsleepREM: 'rem',
} as const;

/** A part of a sleep. */
interface SleepPart extends Pick<HealthRecord, 'startMs' | 'endMs' | 'offset' | 'zone'> {
  kind: (typeof kinds)[keyof typeof kinds];
}

const prefix = 'HKCategoryValueSleepAnalysis';

/** Parts that are no farther apart, in milliseconds, are one sleep. */
const maxGap = 3_600_000;

/** The longest sleep from its start to its end, in milliseconds. */
const maxLength = maxSleep * 1000;

/** Collects the parts of sleeps, in any order. */
export function collectSleep(room: Room): RecordCollector {
  const parts: SleepPart[] = [];
  return {
    add({ startMs, endMs, offset, zone, value }) {
      const word = value.replace(prefix, '');
      const kind = Object.hasOwn(kinds, word)
        ? kinds[word as keyof typeof kinds]
        : undefined;
      if (!kind) return 'implausible';
      if (!takePlace(room)) return 'left_out';
      parts.push({ startMs, endMs, offset, zone, kind });
      return 'kept';
    },
    *list(note) {
      for (const { length, ...sleep } of listSleeps(parts)) {
        const isKept = length <= maxLength && sleep.value >= getRules('sleep').bounds.min;
        if (isKept) yield sleep;
        else note(sleep.value === 0 ? 'sleep_unrecorded' : 'values_implausible');
      }
    },
  };
}

/** Groups parts to sleeps. */
function listSleeps(parts: readonly SleepPart[]) {
  const getStart = ({ startMs }: SleepPart) => startMs;
  const getEnd = ({ endMs }: SleepPart) => endMs;
  return groupByPauses(parts, { getStart, getEnd, maxPause: maxGap }).map(toSleep);
}

function toSleep(parts: readonly SleepPart[]) {
  const endMs = parts.reduce(
    (latest, part) => Math.max(latest, part.endMs),
    Number.NEGATIVE_INFINITY,
  );
  const seconds = { awake: 0, light: 0, deep: 0, rem: 0, unspecified: 0, in_bed: 0 };
  const stages = parts.filter(({ kind }) => kind !== 'in_bed' && kind !== 'unspecified');
  const known = cover(stages, (kind, added) => {
    seconds[kind] += added;
  });
  const all = cover(parts.filter(({ kind }) => kind !== 'in_bed'));
  const in_bed = cover(parts.filter(({ kind }) => kind === 'in_bed'));
  const { awake, light, deep, rem } = seconds;
  const hasStages = light + deep + rem > 0;
  const [first = { startMs: endMs, offset: 0, zone: undefined }] = parts;
  const end = toPlaceTime(endMs, parts.at(-1) ?? first);
  return {
    type: 'sleep' as const,
    date: end.slice(0, 10),
    time: toPlaceTime(first.startMs, first),
    // Sleep that no stage tells is asleep, too.
    value: light + deep + rem + (all - known),
    sleep: compact({
      end,
      in_bed: in_bed || undefined,
      awake: awake || undefined,
      ...(hasStages && { light, deep, rem }),
    }),
    length: endMs - first.startMs,
  };
}

/** Returns the seconds that parts cover, and adds for each what those before it do not. */
function cover(
  parts: readonly SleepPart[],
  add?: (kind: SleepPart['kind'], seconds: number) => void,
): number {
  let coveredMs = Number.NEGATIVE_INFINITY;
  let sum = 0;
  for (const { kind, startMs, endMs } of parts) {
    const newMs = endMs - Math.max(startMs, coveredMs);
    const seconds = Math.round(Math.max(0, newMs) / 1000);
    add?.(kind, seconds);
    sum += seconds;
    coveredMs = Math.max(coveredMs, endMs);
  }
  return sum;
}
