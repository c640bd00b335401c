import type { FileSource } from '#functions/diary/file-import/archives/file-source.ts';
import {
  type ListedFile,
  listFiles,
} from '#functions/diary/file-import/archives/list-files.ts';
import { buildGpx, listPoints } from '#kit/workout-files/xml-files.ts';
import { compact } from '#shared/runtime/compact.ts';

/** Returns a file whose bytes are in memory. */
export function toSource(bytes: Uint8Array): FileSource {
  const content = Buffer.from(bytes);
  return {
    size: content.length,
    read: async (offset, length) => content.subarray(offset, offset + length),
  };
}

/** Lists all files of an import. */
export function listAll(
  file: Uint8Array | FileSource,
  { name = 'export.zip', from = 0, timeZone = 'UTC' } = {},
): Promise<ListedFile[]> {
  const source = file instanceof Uint8Array ? toSource(file) : file;
  return Array.fromAsync(listFiles(source, name, { from, timeZone }));
}

/** Describes files by their names: the sports of their workouts, or why they have none. */
export function describeFiles(files: readonly ListedFile[]): Record<string, string> {
  return Object.fromEntries(files.map(({ name, decoded }) => [name, describe(decoded)]));
}

function describe(decoded: ListedFile['decoded']): string {
  switch (decoded.outcome) {
    case 'workouts':
      return decoded.workouts.map(({ remote_activity }) => remote_activity).join(', ');
    case 'measurements':
    case 'rows':
      return decoded.outcome;
    default:
      return `${decoded.outcome}: ${decoded.reason}`;
  }
}

/** Returns a GPX file of a workout of ten minutes. */
export function buildShortGpx(start: string, type?: string): string {
  const segment = listPoints({ start, count: 3, interval: 300, from: [52, 13] });
  return buildGpx({ tracks: [compact({ type, segments: [segment] })] });
}
