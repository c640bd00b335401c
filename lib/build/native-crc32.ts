import { crc32 } from 'node:zlib';

/** Returns the CRC-32 of data, or continues that of the data before it. */
export function unsigned(data: Buffer, previous?: number): number {
  return crc32(data, previous);
}
