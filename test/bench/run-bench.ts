import { Option } from '@commander-js/extra-typings';
import { reportFailure } from '#lib/terminal/failure.ts';
import { createIntegerParser, createProgram } from '#lib/terminal/program.ts';
import { sectionTitles } from './section-titles.ts';

const description = [
  'Runs a service of its own and measures store calls and capacity of every endpoint,',
  'requests a second, CPU time of warm functions, webhooks, workout files,',
  'bundle sizes and cold starts. Takes some minutes.',
].join(' ');

/** Runs the benchmarks with the options of a command line. */
export function runBench(args: readonly string[]): Promise<void> {
  return reportFailure(async () => {
    const { write, section, commits, ...thoroughness } = readBenchOptions(args);
    if (commits) {
      const { compareCommits } = await import('./history.ts');
      console.log(await compareCommits(commits, thoroughness));
      return;
    }
    const { runBenchmarks, runSection, writeReport } = await import('./bench.ts');
    if (section !== undefined) {
      console.log(await runSection(section, thoroughness));
      return;
    }
    const report = await runBenchmarks(thoroughness);
    if (write) await writeReport(report);
  });
}

function readBenchOptions(args: readonly string[]) {
  const parseCount = createIntegerParser(1, 1_000_000_000);
  const program = createProgram('npm run bench --')
    .description(description)
    .addOption(
      new Option('--runs <number>', 'new processes for each function')
        .default(7)
        .argParser(parseCount),
    )
    .addOption(
      new Option('--seconds <number>', 'duration of each load')
        .default(3)
        .argParser(parseCount),
    )
    .addOption(
      new Option('--section <title>', 'run one section only').choices(sectionTitles),
    )
    .addOption(
      new Option('--commits <commits...>', 'compare commits, on Linux').conflicts(
        'section',
      ),
    )
    .addOption(
      new Option(
        '--write',
        'write all figures to docs/benchmarks.md and README.md',
      ).conflicts(['section', 'commits']),
    )
    .parse(args, { from: 'user' });
  return program.opts();
}
