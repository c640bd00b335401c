/** The fault tests in their order. */
export const faultTests = [
  'two-starts',
  'engine-killed',
  'disk-full',
  'kill-rounds',
  'imports',
  'changes',
] as const;

export type FaultTestName = (typeof faultTests)[number];

export interface FaultWork {
  name: FaultTestName;
  /** The data folder, which does not exist yet. */
  folder: string;
  /** Kills under load, histories of imports for each provider, or tens of writes to follow. */
  rounds: number;
}

export interface FaultResult {
  title: string;
  /** Figures to report, e.g. `100 rounds`. */
  figures: string;
  problems: readonly string[];
}
