import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { readArchive } from '#kit/archive.ts';
import { buildCentralHeader, buildEndRecords, type ZipEntry } from './zip-records.ts';
import {
  addStoredFile,
  appendToFile,
  closeFile,
  openFile,
  type ZipState,
  type ZipStep,
} from './zip-writer.ts';

const modified = '2026-11-20T12:34:56Z';

/** Writes an archive in steps. The state is serialized between steps, as a checkpoint is. */
function createWriter() {
  let state: ZipState = { offset: 0 };
  const pieces: Buffer[] = [];
  const entries: ZipEntry[] = [];

  function apply(step: ZipStep & { entry?: ZipEntry }): void {
    pieces.push(...step.bytes);
    state = JSON.parse(JSON.stringify(step.state));
    if (step.entry) entries.push(step.entry);
  }
  return {
    addDocument(name: string, contents: readonly Buffer[]): void {
      apply(openFile(state, { name, modified }));
      for (const content of contents) apply(appendToFile(state, content));
      apply(closeFile(state));
    },
    addImage: (name: string, content: Buffer) =>
      apply(addStoredFile(state, { name, modified }, content)),
    /** Continues at a later offset, as if files of so many bytes had been written. */
    skip: (bytes: number) => {
      state = { offset: state.offset + bytes };
    },
    /** Ends the archive. Its directory lists each file `copies` times. */
    finish(copies = 1): Buffer {
      const headers = Buffer.concat(entries.map(buildCentralHeader));
      const directory = Buffer.concat(Array(copies).fill(headers));
      const end = buildEndRecords({
        offset: state.offset,
        size: directory.length,
        count: entries.length * copies,
      });
      return Buffer.concat([...pieces, directory, end]);
    },
  };
}

describe('a ZIP archive', () => {
  it('has the same files for another program, in whatever pieces they were written', async () => {
    const content = fc.uint8Array({ maxLength: 3000 }).map((bytes) => Buffer.from(bytes));
    const documents = fc.array(fc.array(content, { maxLength: 4 }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(documents, fc.array(content), async (texts, images) => {
        const writer = createWriter();
        const expected = new Map<string, Buffer>();
        for (const [index, pieces] of texts.entries()) {
          writer.addDocument(`Tägebuch ${index}.json`, pieces);
          expected.set(`Tägebuch ${index}.json`, Buffer.concat(pieces));
        }
        for (const [index, image] of images.entries()) {
          writer.addImage(`images/${index}.jpg`, image);
          expected.set(`images/${index}.jpg`, image);
        }
        expect(await readArchive(writer.finish())).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  });

  it('can have more than 65,535 files', async () => {
    const writer = createWriter();
    writer.addImage('images/1.gif', Buffer.alloc(0));
    const archive = await open(writer.finish(70_000), 0);
    expect(archive.entryCount).toBe(70_000);
  });

  it('can have more than 4 GiB', async () => {
    const fiveGiB = 5 * 2 ** 30;
    const writer = createWriter();
    writer.skip(fiveGiB);
    writer.addDocument('diary.json', [Buffer.from('[1,'), Buffer.from('2]')]);
    // A reader looks for the end of the archive in its last 64 KiB.
    const before = Buffer.alloc(70_000);
    const bytes = Buffer.concat([before, writer.finish()]);
    const archive = await open(bytes, fiveGiB - before.length);
    const names: string[] = [];
    for await (const entry of archive.eachEntry()) {
      names.push(entry.fileName);
      expect(entry.getLastModDate({ timezone: 'UTC' })).toEqual(new Date(modified));
      const content = await buffer(await archive.openReadStreamPromise(entry));
      expect(content.toString()).toBe('[1,2]');
    }
    expect(names).toEqual(['diary.json']);
  });
});

/** Reads an archive of which only the bytes from an offset on exist. */
class FarReader extends RandomAccessReader {
  readonly #bytes: Buffer;
  readonly #offset: number;

  constructor(bytes: Buffer, offset: number) {
    super();
    this.#bytes = bytes;
    this.#offset = offset;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from([
      this.#bytes.subarray(start - this.#offset, end - this.#offset),
    ]);
  }
}

/** Opens an archive of which only the bytes from `offset` on exist. */
function open(bytes: Buffer, offset: number): Promise<ZipFile> {
  const reader = new FarReader(bytes, offset);
  return fromRandomAccessReaderPromise(reader, offset + bytes.length);
}
