import type { Profiler, Runtime } from 'node:inspector';
import { alignColumns } from '#lib/terminal/columns.ts';
import type { NameFrame } from './name-frame.ts';

export type CpuProfile = Profiler.Profile;
export type CallFrame = Runtime.CallFrame;

/** The CPU time of one function in a profile, without the functions it called. */
export interface SelfTime {
  frame: CallFrame;
  /** The share of all samples in which the thread was busy. */
  share: number;
}

/**
 * Returns the share of each function. Counts samples and not their durations, which a busy machine
 * makes longer. A built-in function such as `JSON.parse` counts for its caller.
 */
export function listSelfTimes({ nodes, samples = [] }: CpuProfile): SelfTime[] {
  const frames = mapToFrames(nodes);
  const counts = new Map<CallFrame, number>();
  let total = 0;
  for (const id of samples) {
    const frame = frames.get(id);
    if (!frame || frame.functionName === '(idle)') continue;
    counts.set(frame, (counts.get(frame) ?? 0) + 1);
    total += 1;
  }
  return [...counts].map(([frame, count]) => ({ frame, share: count / total }));
}

/** Maps each node's id to its frame, and that of a built-in function to its caller's frame. */
function mapToFrames(nodes: CpuProfile['nodes']): Map<number, CallFrame> {
  const frames = new Map<number, CallFrame>();
  // V8 lists callers before the functions that they call.
  for (const { id, callFrame, children = [] } of nodes) {
    // Built-in functions have no file. Names in parentheses, e.g. `(program)`, are no functions.
    const isBuiltIn = callFrame.url === '' && !callFrame.functionName.startsWith('(');
    const frame = (isBuiltIn && frames.get(id)) || callFrame;
    frames.set(id, frame);
    // A child keeps this frame if it is built in.
    for (const child of children) frames.set(child, frame);
  }
  return frames;
}

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
