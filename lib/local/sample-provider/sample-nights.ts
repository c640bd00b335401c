import { createHash } from 'node:crypto';
import { toUuid, varyTypical } from './sample-workouts.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const daysInYear = 365;

/** When a typical night ends, in minutes after midnight (UTC), and the minutes in bed. */
const typical = { wakeMinute: 330, inBed: 470 };

/**
 * Lists the nights of an account in the year before `now`, newest first, each with its recovery, in
 * the shape of WHOOP's API. They depend only on the account and the day.
 */
export function listSampleNights(account: string, now: Date) {
  const today = Math.floor(now.getTime() / dayMs);
  const days = Array.from({ length: daysInYear }, (_, index) => today - index);
  const nights = days.map((day) => createNight(account, day));
  return nights.filter(({ sleep }) => Date.parse(sleep.end) <= now.getTime());
}

/** Creates the night from which the account wakes on a day, counted from 1970-01-01. */
function createNight(account: string, day: number) {
  const digest = createHash('sha256').update(`${account} night ${day}`).digest();
  const [length = 0, share = 0, heart = 0, time = 0] = digest;
  const inBedMs = Math.round(varyTypical(typical.inBed, length, 0.2)) * minuteMs;
  const awakeMs = Math.round(inBedMs * varyTypical(0.08, share, 0.6));
  const asleepMs = inBedMs - awakeMs;
  const deepMs = Math.round(asleepMs * varyTypical(0.2, share, 0.3));
  const remMs = Math.round(asleepMs * varyTypical(0.23, heart, 0.3));
  const endMs = day * dayMs + (typical.wakeMinute + Math.round(time / 4)) * minuteMs;
  const end = new Date(endMs).toISOString();
  const id = toUuid(digest);
  const sleep = {
    id,
    user_id: account,
    start: new Date(endMs - inBedMs).toISOString(),
    end,
    timezone_offset: '+01:00',
    nap: false,
    score_state: 'SCORED',
    score: {
      stage_summary: {
        total_in_bed_time_milli: inBedMs,
        total_awake_time_milli: awakeMs,
        total_light_sleep_time_milli: asleepMs - deepMs - remMs,
        total_slow_wave_sleep_time_milli: deepMs,
        total_rem_sleep_time_milli: remMs,
      },
      respiratory_rate: roundTenth(varyTypical(14.5, share, 0.1)),
    },
  };
  const recovery = {
    sleep_id: id,
    user_id: account,
    created_at: end,
    score_state: 'SCORED',
    score: {
      resting_heart_rate: Math.round(varyTypical(54, heart, 0.12)),
      hrv_rmssd_milli: roundTenth(varyTypical(62, length, 0.4)),
      spo2_percentage: roundTenth(varyTypical(96.5, time, 0.01)),
    },
  };
  return { sleep, recovery };
}

function roundTenth(value: number): number {
  return Math.round(value * 10) / 10;
}
