import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { buildService } from '../build/build.ts';
import { hostNames } from '../docs/reference/labels.ts';
import { root } from '../paths.ts';
import { reportFailure } from '../terminal/failure.ts';
import { createProgram } from '../terminal/program.ts';

const changelogFile = join(root, 'CHANGELOG.md');

/** The files with the version, and how often each has it. The first ones are ours. */
const versionFiles = {
  'package.json': 1,
  'client/package.json': 1,
  'package-lock.json': 2,
};

/** Writes the version of a release into the files of the packages. */
function setVersion(version: string): void {
  for (const [name, count] of Object.entries(versionFiles)) {
    const file = join(root, name);
    let replaced = 0;
    const text = readFileSync(file, 'utf8').replace(/"version": ".*"/g, (own) => {
      replaced += 1;
      return replaced > count ? own : `"version": "${version}"`;
    });
    writeFileSync(file, text);
  }
}

/** Splits a changelog at the heading of the changes that no release has yet. */
const unreleased = /^## (\S+) \(unreleased\)$/m;

/** Returns the version of the next release, or undefined if the last one has all changes. */
export function findNextRelease(changelog: string): string | undefined {
  return unreleased.exec(changelog)?.[1];
}

/** Returns the changelog with the date of the next release. */
export function dateNextRelease(changelog: string, date: string): string {
  return changelog.replace(unreleased, `## $1 (${date})`);
}

/**
 * Lists the names in backquotes below “Breaking changes” of the next release: of resources,
 * outputs and operations.
 */
export function listBreakingNames(changelog: string): string[] {
  const [, , changes = ''] = changelog.split(unreleased);
  const [section = ''] = changes.split(/^## /m);
  const [, breaking = ''] = section.split(/^### Breaking changes$/m);
  const [own = ''] = breaking.split(/^### /m);
  return [...own.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}

/** Keeps the template and the OpenAPI documents, with which the tests compare later ones. */
async function keepRecords(version: string): Promise<void> {
  const { template } = await buildService();
  writeRecord(version, 'template', readFileSync(template, 'utf8'));
  for (const host of hostNames) {
    const file = join(root, 'docs/openapi', `${host}.json`);
    writeRecord(version, host, readFileSync(file, 'utf8'));
  }
}

/** Writes the files of the next release. */
export function runRelease(args: readonly string[]): Promise<void> {
  return reportFailure(async () => {
    createProgram('npm run release --')
      .description('Writes the files of the release that CHANGELOG.md calls unreleased.')
      .parse(args, { from: 'user' });
    const changelog = readFileSync(changelogFile, 'utf8');
    const version = findNextRelease(changelog);
    if (!version)
      throw new Error('CHANGELOG.md has no heading such as “## 0.2.0 (unreleased)”.');
    setVersion(version);
    const today = new Date().toISOString().slice(0, 10);
    writeFileSync(changelogFile, dateNextRelease(changelog, today));
    await keepRecords(version);
    console.log(
      `Wrote the files of ${version}. docs/how-to/cut-a-release.md says what follows.`,
    );
  });
}

/** The folder with a folder for each release. */
const folder = join(root, 'data/releases');

const toFile = (version: string, name: string) =>
  join(folder, version, `${name}.json.gz`);

/** Returns the version of the last release that was recorded. Throws if there is none. */
export function findLastRelease(): string {
  const versions = globSync(join(folder, '*.*.*')).map((path) => basename(path));
  const collator = new Intl.Collator('en', { numeric: true });
  const last = versions.sort(collator.compare).at(-1);
  if (last === undefined) throw new Error(`${folder} has no release.`);
  return last;
}

/** Reads a document of a release. Returns undefined if the release does not have it. */
export function readRecord<Document>(
  version: string,
  name: string,
): Document | undefined {
  const file = toFile(version, name);
  if (!existsSync(file)) return undefined;
  return JSON.parse(gunzipSync(readFileSync(file)).toString());
}

/** Keeps the text of a document of a release. */
function writeRecord(version: string, name: string, text: string): void {
  const file = toFile(version, name);
  mkdirSync(join(folder, version), { recursive: true });
  writeFileSync(file, gzipSync(text, { level: 9 }));
}
