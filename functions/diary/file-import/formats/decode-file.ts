import {
  type DecodedFile,
  type FileContext,
  reportFault,
  skipped,
  unreadable,
} from './decoded-file.ts';
import { withChanges } from './file-changes.ts';
import { decodeFit } from './fit.ts';
import { isFitAt } from './fit-reader.ts';
import { createGpxDecoder } from './gpx.ts';
import { decompress, isGzip } from './gzip.ts';
import { createKmlDecoder } from './kml.ts';
import { createTcxDecoder } from './tcx.ts';
import { openXml, type XmlDecoder } from './xml-reader.ts';

/** The largest file in bytes, after decompression. A day of points in XML has 30 MB. */
export const maxFileBytes = 32 * 1024 * 1024;

/**
 * Decodes a FIT, GPX, TCX or KML file, or one of them compressed by gzip. The content decides about
 * the format; the name only tells whether an unknown content is a surprise. Never throws: a file
 * with which the decoding fails is damaged. Takes about a second at most.
 */
export function decodeFile(
  bytes: Uint8Array,
  name: string,
  context: FileContext,
): DecodedFile {
  if (bytes.length > maxFileBytes) return unreadable('too_large');
  try {
    return withChanges((note) => {
      const content = isGzip(bytes) ? decompress(bytes, maxFileBytes, note) : bytes;
      if (typeof content === 'string') return unreadable(content);
      return decodeContent(content, name, { ...context, note });
    });
  } catch (error) {
    return unreadable(reportFault(error));
  }
}

function decodeContent(
  bytes: Uint8Array,
  name: string,
  context: FileContext,
): DecodedFile {
  if (isBlank(bytes)) return unreadable('empty');
  const isFit = isFitAt(bytes, 0);
  const decoded = isFit ? decodeFit(bytes, context) : decodeXml(bytes, context);
  if (decoded) return decoded;
  return /\.(fit|gpx|tcx|kml)(\.gz)?$/i.test(name)
    ? unreadable('not_what_it_says')
    : skipped('unknown_kind');
}

/** Returns whether there are only zeros, spaces and other bytes that mean nothing. */
function isBlank(bytes: Uint8Array): boolean {
  let at = 0;
  while ((bytes[at] ?? 0xff) <= 0x20) at += 1;
  return at === bytes.length;
}

type CreateDecoder = (context: FileContext) => XmlDecoder;

/** The decoders by the name of the root. */
const formats = new Map<string, CreateDecoder>([
  ['gpx', createGpxDecoder],
  ['kml', createKmlDecoder],
  ['TrainingCenterDatabase', createTcxDecoder],
]);

/** The largest number of steps of a file. A day of points with heart rates has 1,500,000. */
const maxSteps = 2_000_000;

/** Bytes that are read at once. */
const pieceSize = 64 * 1024;

/** Decodes a GPX, TCX or KML file. Returns undefined if it is another document, or none. */
function decodeXml(bytes: Uint8Array, context: FileContext): DecodedFile | undefined {
  const document: { root?: string; decoder?: XmlDecoder | undefined } = {};
  const reader = openXml(
    {
      open(name, attributes, parent) {
        if (document.root === undefined) {
          document.root = name;
          document.decoder = formats.get(name)?.(context);
        }
        document.decoder?.open(name, attributes, parent);
      },
      close: (name, text, parent, isForeign) =>
        document.decoder?.close(name, text, parent, isForeign),
    },
    { maxSteps, note: context.note },
  );
  for (let at = 0; at < bytes.length; at += pieceSize) {
    const problem = reader.write(bytes.subarray(at, at + pieceSize));
    const isOther = document.root !== undefined && !document.decoder;
    if (isOther) return undefined;
    if (problem) return document.decoder && unreadable(problem);
  }
  const problem = reader.end();
  if (problem === 'cut_off') reader.closeElements();
  const decoded = document.decoder?.finish();
  if (!problem || !decoded) return decoded;
  const isReadSoFar = problem === 'cut_off' && decoded.outcome === 'workouts';
  return isReadSoFar ? { ...decoded, isCutOff: true } : unreadable(problem);
}
