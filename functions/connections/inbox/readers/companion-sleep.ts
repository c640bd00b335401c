import { toSeconds } from '#functions/diary/measurement/measurement.ts';
import { getRules } from '#functions/diary/measurement/measurement-types.ts';
import { compact } from '#shared/runtime/compact.ts';
import { formatAt, readTime } from './moment.ts';
import { listObjects, type Members, readNumber, readText } from './push.ts';

/** What the stages of Health Connect are. One that is absent is out of bed, or unknown. */
const stages = {
  awake: 'awake',
  awake_in_bed: 'awake',
  light: 'light',
  deep: 'deep',
  rem: 'rem',
  sleeping: 'sleeping',
} as const;
type Stage = (typeof stages)[keyof typeof stages];

/** Reads a session of sleep, whose start is its end less its duration. */
export function toCompanionSleep(
  record: Members,
  zone: string,
  external_id: string | undefined,
) {
  const end = readTime(record.session_end_time ?? record.end_time, zone);
  const duration = readNumber(record.duration_seconds);
  const { min, max } = getRules('sleep').bounds;
  if (!end || duration === undefined || duration < min || duration > max)
    return undefined;
  const moment = formatAt((toSeconds(end.time) - duration) * 1000, zone);
  const seconds = measureStages(record.stages);
  const asleep = ['light', 'deep', 'rem', 'sleeping'] as const;
  const total = asleep.reduce((sum, stage) => sum + (seconds[stage] ?? 0), 0);
  const isStaged = Object.keys(seconds).length > 0;
  const { awake, light, deep, rem } = seconds;
  const hasStages = (light ?? deep ?? rem) !== undefined;
  const known = hasStages ? { awake, light, deep, rem } : {};
  const sent = {
    type: 'sleep' as const,
    time: moment.time,
    // A session without stages is asleep from its start to its end.
    value: Math.round(isStaged ? Math.min(total, duration) : duration),
    sleep: { end: end.time, ...compact(known) },
    ...compact({ external_id }),
  };
  return { sent, moment };
}

function measureStages(sent: unknown): Partial<Record<Stage, number>> {
  const seconds: Partial<Record<Stage, number>> = {};
  for (const { stage, start_time, end_time } of listObjects(sent)) {
    const name = readText(stage) ?? '';
    const known = Object.hasOwn(stages, name) && stages[name as keyof typeof stages];
    const length = (toMs(end_time) - toMs(start_time)) / 1000;
    if (!known || !(length > 0)) continue;
    seconds[known] = Math.round((seconds[known] ?? 0) + length);
  }
  return seconds;
}

/** Returns the milliseconds of a time, or NaN if it is none. */
function toMs(time: unknown): number {
  return Date.parse(readText(time) ?? '');
}
