/** The values of a series, one for each point, or null where nothing was measured. */
export type CurveValues = readonly (number | null)[];

/**
 * The curves of a workout, of at most 240 points by time. A curve without any value is absent. A
 * pause has no points.
 */
export interface WorkoutSeries {
  /** Seconds from the start of the workout to each point, without a repeat. */
  seconds: readonly number[];
  /** Meters since the start, which never become less. */
  distance?: CurveValues;
  /** Meters above the sea. */
  elevation?: CurveValues;
  /** Beats per minute. */
  heart_rate?: CurveValues;
  /** Meters per second. */
  speed?: CurveValues;
  /** Per minute: of a runner both feet, of a cyclist turns, of a swimmer strokes. */
  cadence?: CurveValues;
  /** Watts. */
  power?: CurveValues;
  /** At most 200. */
  laps?: readonly WorkoutLap[];
  /** The number of all laps, if these are not all. */
  lap_count?: number;
  /** What the file states where all points add up to something else. */
  stated?: WorkoutTotals;
  /** What they add up to. */
  summed?: WorkoutTotals;
}

/** A lap, with what the file states of it. */
export interface WorkoutLap {
  /** Seconds from the start of the workout to the start of the lap. */
  start: number;
  /** Seconds without pauses. */
  duration: number;
  /** Meters. */
  distance?: number;
  /** Beats per minute. */
  avg_heart_rate?: number;
  /** Beats per minute. */
  max_heart_rate?: number;
}

/** Totals of a workout, in the units of its entry. */
export interface WorkoutTotals {
  duration?: number;
  distance?: number;
  avg_heart_rate?: number;
  max_heart_rate?: number;
  elevation_change?: number;
}

/** The way of a workout in degrees: parts without a gap, of at most 240 positions together. */
export type WorkoutOutline = readonly (readonly (readonly [
  latitude: number,
  longitude: number,
])[])[];

/** What a recording has beside the values of its entry. The outline is the person's only. */
export interface WorkoutCurves {
  series: WorkoutSeries;
  outline?: WorkoutOutline;
}

/** The fastest distances of a workout, of all its points, in seconds. */
export interface BestTimes {
  km1?: number;
  km5?: number;
  km10?: number;
}
