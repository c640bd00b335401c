import { addDays } from '#functions/diary/entry/dates.ts';

const dayCount = 30;
const times = ['07:10:00', '12:20:00', '18:30:00', '22:40:00'];
const source = 'Anna’s Apple Watch|Anna’s iPhone';

/** The metrics of a push, each with its values, four a day. */
const metrics: Readonly<Record<string, { units: string; qty: number }>> = {
  weight_body_mass: { units: 'kg', qty: 80 },
  body_temperature: { units: 'degC', qty: 36.6 },
  blood_glucose: { units: 'mg/dL', qty: 95 },
  step_count: { units: 'count', qty: 2500 },
  resting_heart_rate: { units: 'count/min', qty: 52 },
  heart_rate_variability: { units: 'ms', qty: 48 },
  respiratory_rate: { units: 'count/min', qty: 14 },
  blood_oxygen_saturation: { units: '%', qty: 97 },
  vo2_max: { units: 'ml/(kg·min)', qty: 48 },
};

function toNight(day: string) {
  const sleepStart = `${addDays(day, -1)} 23:02:11 +0200`;
  const sleepEnd = `${day} 06:47:31 +0200`;
  const stages = { core: 3.9166666, deep: 1.1833333, rem: 1.6333333, awake: 0.2166666 };
  return {
    date: `${day} 00:00:00 +0200`,
    totalSleep: 6.7333333,
    asleep: 0,
    inBed: 7.3,
    ...stages,
    ...{ sleepStart, sleepEnd, inBedStart: sleepStart, inBedEnd: sleepEnd, source },
  };
}

/** Builds a message of Health Auto Export: 30 days of ten metrics, in 190 KB. */
export function buildPush(first: string): string {
  const days = Array.from({ length: dayCount }, (_, day) => addDays(first, day));
  const lists = Object.entries(metrics).map(([name, { units, qty }]) => {
    const data = days.flatMap((day, d) =>
      times.map((time, t) => ({
        date: `${day} ${time} +0200`,
        qty: qty + (d * 0.0371 + t * 0.0113),
        source,
      })),
    );
    return { name, units, data };
  });
  const sleep = { name: 'sleep_analysis', units: 'hr', data: days.map(toNight) };
  return JSON.stringify({ data: { metrics: [...lists, sleep] } }, undefined, 2);
}
