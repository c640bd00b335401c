import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { legacyNames } from './legacy-names.ts';
import { parseTzif } from './tzif.ts';
import type { TimeZoneRelease } from './zone-resources.ts';

/**
 * The release of the time zone database that the service ships: a package of the Python Package
 * Index, which has the files that the database's own compiler makes.
 */
export const source = {
  file: 'tzdata-2026.6-py2.py3-none-any.whl',
  version: '2026f',
  sha256: '0a10eec6e13ef16b627fabed9a5f2ba61a62b1c67f327305f4e7e412a70b4aec',
};

/** Reads a release from the package. Throws if it is another package. */
export async function readRelease(path: string): Promise<TimeZoneRelease> {
  const content = readFileSync(path);
  const digest = createHash('sha256').update(content).digest('hex');
  if (digest !== source.sha256) throw new Error(`${path} is not ${source.file}.`);

  const files = await unpack(content);
  const index = getFile(files, 'tzdata.zi').toString().split('\n');
  const linked = index
    .filter((line) => line.startsWith('L '))
    .map((line) => line.split(' '));
  const links = new Map([
    ...legacyNames,
    ...linked.map(([, target = '', name = '']) => [name, target] as const),
  ]);
  const names = index
    .filter((line) => line.startsWith('Z '))
    .map((line) => line.split(' ')[1]);
  const zones = names.map(
    (name = '') => [name, parseTzif(getFile(files, name))] as const,
  );
  const unknown = {
    periods: [{ start: -Infinity, offset: 0, isSummer: false }],
    rule: '',
  };
  return {
    version: source.version,
    zones: new Map([...zones, ['Etc/Unknown', unknown]]),
    links: new Map(
      [...links].map(([name, target]) => [name, links.get(target) ?? target]),
    ),
    countries: readCountries(getFile(files, 'zone.tab').toString()),
  };
}

/** Reads lines such as `DE`, `+5230+01322` and `Europe/Berlin`, with tabs between them. */
function readCountries(table: string): Map<string, string> {
  const rows = table.split('\n').filter((line) => /^[A-Z]{2}\t/.test(line));
  return new Map(
    rows.map((row) => row.split('\t')).map(([code = '', , name = '']) => [name, code]),
  );
}

function getFile(files: ReadonlyMap<string, Buffer>, name: string): Buffer {
  const file = files.get(`tzdata/zoneinfo/${name}`);
  if (!file) throw new Error(`The package has no ${name}.`);
  return file;
}

async function unpack(archive: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(archive);
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return files;
}
