import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { replaceSection } from '#lib/docs/reference/tables.ts';
import { root } from '#lib/paths.ts';
import { coldStarts } from './cold-start.ts';
import { costs } from './cost.ts';
import { entered } from './entered.ts';
import { firstUse } from './first-use.ts';
import { imports } from './imports.ts';
import { largeArchives } from './large-archives.ts';
import { largeImports } from './large-imports.ts';
import { manyConnections } from './many-connections.ts';
import { measurements } from './measurements.ts';
import { peers } from './peers/peers.ts';
import { providerFiles } from './provider-files.ts';
import { findCell } from './report.ts';
import { runnerCost } from './runner-cost.ts';
import { type SectionTitle, sectionTitles } from './section-titles.ts';
import {
  type Section,
  type Thoroughness,
  withBench,
  withNewCaller,
} from './service-under-bench.ts';
import { throughput } from './throughput.ts';
import { warm } from './warm.ts';
import { webhookDeliveries } from './webhook-deliveries.ts';
import { workoutFiles } from './workout-files/workout-files.ts';

const measures: Readonly<Record<SectionTitle, Section>> = {
  'First use': firstUse,
  Imports: imports,
  'Store calls and capacity units': costs,
  'Functions that a request enters': entered,
  Throughput: throughput,
  'Cost of the local runner': runnerCost,
  'Token endpoint beside oidc-provider': peers,
  'Many connections': manyConnections,
  'Webhooks beside one that hangs': webhookDeliveries,
  'CPU of warm functions': warm,
  Measurements: measurements,
  'Workout files': workoutFiles,
  'Files of a provider': providerFiles,
  'Large archives': largeArchives,
  'Large imports': largeImports,
  'Bundle sizes and cold starts': coldStarts,
};

/** The results of all benchmarks, as Markdown. */
export interface Report {
  text: string;
  /** The figures that the README shows. */
  headlines: string;
}

/** Runs one section against a service of its own, and returns its table. */
export function runSection(
  title: SectionTitle,
  thoroughness: Thoroughness,
): Promise<string> {
  return withBench(thoroughness, measures[title]);
}

/**
 * Runs every benchmark against one service, each with a user of its own. Prints each section when
 * it is measured, so that a later one that fails takes no figures with it.
 */
export function runBenchmarks(thoroughness: Thoroughness): Promise<Report> {
  return withBench(thoroughness, async (bench) => {
    const tables: Tables = new Map();
    for (const title of sectionTitles) {
      const measure = measures[title];
      const table = await measure(await withNewCaller(bench));
      tables.set(measure, table);
      console.log(formatSection(title, table));
    }
    return {
      text: formatReport(thoroughness, tables),
      headlines: formatHeadlines(tables),
    };
  });
}

/** The table that each section has measured. */
type Tables = Map<Section, string>;

function formatReport({ runs, seconds }: Thoroughness, tables: Tables): string {
  const machine = `Node ${process.versions.node}, ${cpus().length} cores`;
  const method = `medians of ${runs} fresh processes, ${seconds} s a load`;
  const parts = sectionTitles.map((title) =>
    formatSection(title, tables.get(measures[title]) ?? ''),
  );
  return [`${machine}; ${method}.`, ...parts].join('\n\n');
}

function formatSection(title: SectionTitle, table: string): string {
  return `## ${title}\n\n${table}`;
}

function formatHeadlines(tables: Tables): string {
  const getCell = (section: Section, row: string, column: string) => {
    const table = tables.get(section) ?? '';
    return findCell(table, row, column);
  };

  const health = 'an export of Apple Health';
  const megabytes = getCell(imports, health, 'MB of its files');
  const seconds = getCell(imports, health, 'seconds');
  const peak = getCell(imports, health, 'peak MB of the service');
  const workouts = getCell(imports, '5,000 GPX files', 'workouts a second');
  const first = getCell(firstUse, 'and npm start, until the first list', 'seconds');
  const cores = cpus().length;
  return [
    `- ${seconds} s to import ${health} of ${megabytes} MB, with ${peak} MB of memory at most`,
    `- ${workouts} workouts a second imported from GPX files, on one machine with ${cores} cores`,
    `- ${first} s from \`git clone\` to the first answer, with the packages in npm's cache`,
  ].join('\n');
}

/** Writes the report to docs/benchmarks.md and its headlines to README.md. */
export async function writeReport({ text, headlines }: Report): Promise<void> {
  await writeSection('docs/benchmarks.md', 'bench', text);
  await writeSection('README.md', 'headlines', headlines);
}

async function writeSection(path: string, name: string, content: string): Promise<void> {
  const file = join(root, path);
  await writeFile(file, replaceSection(await readFile(file, 'utf8'), name, content));
}
