import { isMeasurementType, isTimed } from '#functions/diary/measurement/measurement.ts';
import type { Sent } from '#functions/diary/measurement/measurement-input.ts';
import { compact } from '#shared/runtime/compact.ts';
import { formatAt, readTime } from './moment.ts';
import {
  addReason,
  collectPush,
  type DetailedReason,
  isMembers,
  type Members,
  nameUnit,
  type Push,
  readId,
  readNumber,
  round,
  toUnit,
} from './push.ts';

/** Where and when a message arrives. */
interface Arrival {
  /** The zone of the person. */
  zone: string;
  now: Date;
}

/** Returns whether an object is a plain value. */
export function isPlain(message: Members): boolean {
  return typeof message.type === 'string' && 'value' in message;
}

/**
 * Reads values as scripts and shortcuts send them: `{type, value, unit, time}`. Without a time they
 * are of now.
 */
export function readPlain(list: readonly unknown[], arrival: Arrival): Push {
  const push = collectPush('other');
  for (const value of list) {
    if (!isMembers(value) || !isPlain(value)) {
      push.skip('a value without type and value');
      continue;
    }
    const name = String(value.type);
    const sent = toSent(value, arrival);
    if (typeof sent === 'string') push.skip(addReason(name, sent));
    else push.add(sent.type, sent);
  }
  return push.finish();
}

/** Returns a value, or what is wrong with it. */
function toSent(sent: Members, { zone, now }: Arrival): Sent | DetailedReason {
  const type = String(sent.type);
  if (!isMeasurementType(type)) return 'unknown type';
  const value = readNumber(sent.value);
  if (value === undefined) return 'value must be a number';
  const unit = toUnit(type, sent.unit);
  if (unit === undefined) return nameUnit(sent.unit);
  const stated = sent.time ?? sent.date;
  const moment =
    stated === undefined ? formatAt(now.getTime(), zone) : readTime(stated, zone);
  if (!moment) return 'time must be a time';
  const sleep = isMembers(sent.sleep) ? toSleep(sent.sleep, zone) : undefined;
  const place = isTimed(type) ? { time: moment.time } : { date: moment.date };
  return {
    type,
    value,
    unit,
    ...place,
    ...compact({
      diastolic: readNumber(sent.diastolic),
      external_id: readId(sent.external_id),
      sleep,
    }),
  };
}

function toSleep(sent: Members, zone: string): Sent['sleep'] {
  const end = readTime(sent.end, zone)?.time;
  if (end === undefined) return undefined;
  const known = (['in_bed', 'awake', 'light', 'deep', 'rem'] as const).map((name) => {
    const seconds = readNumber(sent[name]) ?? -1;
    return [name, seconds < 0 ? undefined : round(seconds)] as const;
  });
  const is_nap = sent.is_nap === true ? true : undefined;
  return { end, ...compact({ ...Object.fromEntries(known), is_nap }) };
}
