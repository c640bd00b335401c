import { globSync, readFileSync } from 'node:fs';

/** Linux counts CPU time in ticks of this many milliseconds. */
const msPerTick = 10;

/** A process in /proc. `cpu` is in milliseconds. */
interface ProcessStat {
  id: number;
  parent: number;
  cpu: number;
}

/** Parses `/proc/<pid>/stat` (proc_pid_stat(5)). The name in parentheses may contain spaces. */
function parseStat(text: string): ProcessStat {
  const id = Number.parseInt(text, 10);
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [, parent] = fields.map(Number);
  // `fields` begins with field 3 of the manual page. Fields 14 and 15 are `utime` and `stime`.
  const [userTicks = 0, systemTicks = 0] = fields.slice(11, 13).map(Number);
  return { id, parent: parent ?? 0, cpu: (userTicks + systemTicks) * msPerTick };
}

function readStat(file: string): ProcessStat[] {
  try {
    return [parseStat(readFileSync(file, 'utf8'))];
  } catch {
    // The process has ended.
    return [];
  }
}

/**
 * Returns the CPU time of the storage engines in ms: of all child processes except those with
 * `otherIds`, e.g. the sender of the load. Returns undefined on systems without /proc.
 */
export function readEngineCpu(
  otherIds: readonly (number | undefined)[],
): number | undefined {
  const stats = globSync('/proc/[0-9]*/stat').flatMap(readStat);
  if (stats.length === 0) return undefined;
  const engines = stats.filter(
    ({ id, parent }) => parent === process.pid && !otherIds.includes(id),
  );
  return engines.reduce((sum, { cpu }) => sum + cpu, 0);
}
