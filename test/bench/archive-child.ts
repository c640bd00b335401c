// Lists the files of an archive in a process of its own, whose memory is only that. This program is
// bundled, because removing its types would take more memory than that.
import { open } from 'node:fs/promises';
import type { FileSource } from '#functions/diary/file-import/archives/file-source.ts';
import { listFiles } from '#functions/diary/file-import/archives/list-files.ts';

/** The measured list of an archive. */
export interface ListedArchive {
  files: number;
  workouts: number;
  /** The values of the body. */
  values: number;
  /** Why files have no workouts, without repetitions. */
  reasons: string[];
  seconds: number;
  /** Bytes of resident memory before and at most. */
  loaded: number;
  resident: number;
}

const [path = ''] = process.argv.slice(2);
const sampleIntervalMs = 20;

async function openSource(): Promise<FileSource> {
  const file = await open(path);
  const { size } = await file.stat();
  return {
    size,
    async read(offset, length) {
      const target = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - offset)));
      const { bytesRead } = await file.read(target, 0, target.length, offset);
      return target.subarray(0, bytesRead);
    },
  };
}

async function measure(): Promise<ListedArchive> {
  const source = await openSource();
  const loaded = process.memoryUsage.rss();
  let resident = loaded;
  const sample = () => {
    resident = Math.max(resident, process.memoryUsage.rss());
  };
  const timer = setInterval(sample, sampleIntervalMs);

  const startedAt = performance.now();
  const reasons = new Set<string>();
  const counts = { files: 0, workouts: 0, values: 0 };
  for await (const { decoded } of listFiles(source, 'a.zip', {
    from: 0,
    timeZone: 'UTC',
  })) {
    counts.files += 1;
    if (decoded.outcome === 'workouts') counts.workouts += decoded.workouts.length;
    else if (decoded.outcome === 'measurements')
      for (const { values } of decoded.measurements.list(() => undefined))
        counts.values += values.length;
    else if (decoded.outcome === 'rows') counts.values += decoded.values.length;
    else reasons.add(decoded.reason);
    sample();
  }
  const seconds = (performance.now() - startedAt) / 1000;
  clearInterval(timer);
  return { ...counts, reasons: [...reasons], seconds, loaded, resident };
}

const fail = (error: unknown): void => {
  console.error(error);
  process.exit(1);
};
measure().then((measured) => process.send?.(measured), fail);
