import type { MergedMember } from '#functions/diary/entry/merged-fields.ts';
import type { Sensor } from '#functions/diary/entry/origin.ts';
import type { Random } from '#kit/random.ts';
import { type RecordingProvider, type Sport, speeds } from './sports.ts';

/** The true numbers of an effort. Those that the sport does not have are absent. */
export type Truth = Readonly<Partial<Record<MergedMember, number>>>;

const onMachines: readonly Sport[] = ['treadmill', 'row'];
const inside: readonly Sport[] = [...onMachines, 'gym', 'unknown', 'swim'];

/** Returns the true numbers of an effort, from its sport and the seconds that it took. */
export function findTruth(sport: Sport, seconds: number, random: Random): Truth {
  const avg_heart_rate = random.integer(100, 160);
  const energy = (seconds / 60) * random.real(5, 14);
  const rates = { avg_heart_rate, max_heart_rate: avg_heart_rate + 25, energy };
  const speed = speeds[sport];
  if (speed === undefined) return rates;
  const way = { distance: seconds * speed, max_speed: speed * 1.5 };
  const climb = inside.includes(sport) ? {} : { elevation_change: seconds * 0.05 };
  return { ...rates, ...way, ...climb };
}

/** Returns what a provider's device measures an effort with. */
export function pickSensors(
  provider: RecordingProvider,
  sport: Sport,
  random: Random,
): Sensor[] {
  const sensors: Sensor[] = [];
  const isOutside = !inside.includes(sport);
  if (provider === 'polar' && random.chance(0.6)) sensors.push('strap');
  if (provider === 'polar' && isOutside) sensors.push('barometer', 'positions');
  if (provider === 'polar' && sport === 'swim') sensors.push('lengths');
  if (provider === 'polar' && sport === 'treadmill') sensors.push('footpod');
  if (provider === 'strava' && isOutside) sensors.push('positions');
  if (provider === 'strava' && onMachines.includes(sport)) sensors.push('machine');
  if (provider === 'strava' && sport === 'ride' && random.chance(0.5))
    sensors.push('power');
  return sensors;
}

/** The largest error of a number as a share of it: with the first of these sensors, or else. */
interface Errors {
  sensors: Partial<Record<Sensor, number>>;
  otherwise: number;
}

/** A number that a device measures. An energy without a heart rate is guessed. */
export type Measured = MergedMember | 'guessed_energy';

/**
 * Errors in the order of what others have measured: belts count each beat, wrists miss some;
 * satellites know the way to a hundredth, a count of steps to a sixth; the height of satellites
 * adds up its noise; an energy from a heart rate is rough, and one without it a guess.
 */
const errors: Readonly<Record<Measured, Errors>> = {
  energy: { sensors: { power: 0.03 }, otherwise: 0.2 },
  guessed_energy: { sensors: { power: 0.03 }, otherwise: 0.5 },
  avg_heart_rate: { sensors: { strap: 0.008 }, otherwise: 0.1 },
  max_heart_rate: { sensors: { strap: 0.008 }, otherwise: 0.1 },
  distance: {
    sensors: { machine: 0.01, lengths: 0, footpod: 0.03, positions: 0.012 },
    otherwise: 0.17,
  },
  max_speed: {
    sensors: { machine: 0.01, lengths: 0, footpod: 0.03, positions: 0.02 },
    otherwise: 0.25,
  },
  elevation_change: { sensors: { barometer: 0.03, positions: 0.3 }, otherwise: 0.6 },
};

/** The share of records with positions that have a jump, and how much faster it makes them. */
const jumps = { share: 0.05, factor: 20 };

/** Returns a number as a device with some sensors measures it. */
export function measure(
  member: Measured,
  truth: number,
  sensors: readonly Sensor[],
  random: Random,
): number {
  const { sensors: known, otherwise } = errors[member];
  const best = Object.entries(known).find(([name]) => sensors.includes(name as Sensor));
  const error = best?.[1] ?? otherwise;
  const hasJump =
    member === 'max_speed' && sensors.includes('positions') && random.chance(jumps.share);
  return truth * (1 + random.real(-error, error)) * (hasJump ? jumps.factor : 1);
}
