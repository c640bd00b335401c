/** A workout of a provider in our units. Unknown members are absent, never zero. */
export interface Workout {
  /** The provider's id. With provider and account, it identifies the workout permanently. */
  remote_id: string;
  /** The start in UTC, as ISO 8601 with `Z`. */
  start_time: string;
  /** Seconds east of UTC at the place; absent if the provider does not say. */
  utc_offset?: number;
  /** Seconds, without pauses if the provider reports them, otherwise from start to end. */
  duration: number;
  /** Kilocalories. */
  energy?: number;
  /** Meters. */
  distance?: number;
  /** Beats per minute. */
  avg_heart_rate?: number;
  /** Beats per minute. */
  max_heart_rate?: number;
  /** Meters per second. */
  max_speed?: number;
  /** Meters of ascent. */
  elevation_gain?: number;
  /** The id of our activity type. */
  activity_type_id: string;
  /** The provider's own word or number for the kind of sport. */
  remote_activity: string;
  device?: WorkoutDevice;
  /** Whether the provider received the workout from another provider (wire.md R9). */
  is_relayed?: true;
  /** Whether `fetchWorkout` of the provider returns more members, e.g. the energy. */
  isSummary?: true;
}

/** The device that recorded a workout, as far as the provider names it. */
export interface WorkoutDevice {
  manufacturer?: string;
  model: string;
}

/** The longest workout that is imported, in seconds; a watch may have been left running. */
export const maxWorkoutDuration = 7 * 86_400;

/**
 * Returns the day on which a workout started in the time zone of the place, e.g. `2026-01-12`
 * (wire.md R7). It is the day in UTC if the offset is unknown.
 */
export function getLocalDay({
  start_time,
  utc_offset = 0,
}: Pick<Workout, 'start_time' | 'utc_offset'>): string {
  const local = new Date(Date.parse(start_time) + utc_offset * 1000);
  return local.toISOString().slice(0, 10);
}
