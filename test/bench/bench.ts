import { cpus } from 'node:os';
import { join } from 'node:path';
import { animations } from './animations.ts';
import { coldStarts } from './cold-start.ts';
import { costs } from './cost.ts';
import { diaryScale } from './diary-scale.ts';
import { pictures } from './pictures.ts';
import { refusals } from './refusals.ts';
import { replaceBetweenMarkers } from './report.ts';
import { races } from './rounds.ts';
import { type Thoroughness, withBench } from './service-under-bench.ts';
import { throughput } from './throughput.ts';
import { warm } from './warm.ts';

const sections = [
  costs,
  throughput,
  warm,
  refusals,
  races,
  pictures,
  animations,
  diaryScale,
  coldStarts,
];

/** Runs every benchmark against a service of its own, and answers the tables as Markdown. */
export function runBenchmarks(thoroughness: Thoroughness): Promise<string> {
  const { runs, seconds } = thoroughness;
  return withBench(thoroughness, async (bench) => {
    const report = [
      `Node ${process.versions.node}, ${cpus().length} cores; medians of ${runs} fresh processes, ${seconds} s a load.`,
    ];
    for (const section of sections) report.push(await section(bench));
    return report.join('\n\n');
  });
}

/** Puts a report into the README. */
export function writeReport(report: string): Promise<void> {
  return replaceBetweenMarkers(join(import.meta.dirname, '../../README.md'), 'bench', report);
}
