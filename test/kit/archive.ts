import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { fromBufferPromise } from 'yauzl';

/** Reads all files of a ZIP archive by their names, and checks their CRC-32. */
export async function readArchive(bytes: Buffer): Promise<Map<string, Buffer>> {
  const archive = await fromBufferPromise(bytes);
  const files = new Map<string, Buffer>();
  for await (const entry of archive.eachEntry()) {
    const stream = await archive.openReadStreamPromise(entry);
    const content = await buffer(stream);
    if (crc32(content) !== entry.crc32)
      throw new Error(`The CRC-32 of ${entry.fileName} is wrong.`);
    files.set(entry.fileName, content);
  }
  return files;
}
