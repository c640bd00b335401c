import { alignColumns } from '#lib/terminal/columns.ts';
import { type CpuProfile, listSelfTimes, type SelfTime } from './cpu-profile.ts';
import type { NameFrame } from './name-frame.ts';

/** A measured CPU time, and the profile that explains it. */
export interface Measured {
  title: string;
  /** Milliseconds. */
  cpu: number;
  profile: CpuProfile;
}

const maxGroups = 14;
const maxLocations = 10;

/** Formats what took most of the time: by package or module, then by function. */
export function formatMeasured(
  { title, cpu, profile }: Measured,
  nameFrame: NameFrame,
): string {
  const selfTimes = listSelfTimes(profile);
  const groups = sumShares(selfTimes, (selfTime) => nameFrame(selfTime.frame).group);
  const locations = sumShares(
    selfTimes,
    (selfTime) => nameFrame(selfTime.frame).location,
  );
  const lines = [
    ...formatShares(groups.slice(0, maxGroups), cpu),
    '',
    ...formatShares(locations.slice(0, maxLocations), cpu),
  ];
  return [`${title}: ${formatTime(cpu)} of CPU`, ...lines].join('\n  ');
}

interface NamedShare {
  name: string;
  share: number;
}

/** Adds up the shares by name. The largest is first. */
function sumShares(
  selfTimes: readonly SelfTime[],
  toName: (selfTime: SelfTime) => string,
): NamedShare[] {
  const byName = Map.groupBy(selfTimes, toName);
  const sums = [...byName].map(([name, same]) => ({
    name,
    share: same.reduce((sum, { share }) => sum + share, 0),
  }));
  return sums.toSorted((one, other) => other.share - one.share);
}

function formatShares(shares: readonly NamedShare[], cpu: number): string[] {
  const rows = shares.map(({ name, share }) => [
    `${(share * 100).toFixed(1).padStart(4)} %`,
    formatTime(share * cpu).padStart(8),
    name,
  ]);
  return alignColumns(rows);
}

/** Formats milliseconds. */
export function formatTime(ms: number): string {
  return ms < 10 ? `${ms.toFixed(3)} ms` : `${ms.toFixed(1)} ms`;
}
