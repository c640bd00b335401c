// Decodes a long file in a process of its own, and prints how many MB it took for that.
import { decodeFile } from '#functions/diary/file-import/formats/decode-file.ts';
import { buildLongFile, formats } from './long-files.ts';

const format = formats.find((one) => one === process.argv[2]) ?? 'fit';
const seconds = Number(process.argv[3]);
const bytes = buildLongFile(format, seconds);
globalThis.gc?.();
const before = process.memoryUsage.rss();
decodeFile(bytes, `run.${format}`, { timeZone: 'UTC' });
console.log(Math.max(0, process.memoryUsage.rss() - before) / 1024 ** 2);
