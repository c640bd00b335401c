import {
  type DecodedFile,
  type FileContext,
  type ReadProblem,
  reportFault,
  skipped,
  unreadable,
} from './decoded-file.ts';
import { type NoteChange, withChanges } from './file-changes.ts';
import { decodeFit } from './fit.ts';
import { isFitAt } from './fit-reader.ts';
import { createGpxDecoder, createRouteReader } from './gpx.ts';
import { decompress, isGzip } from './gzip.ts';
import { createKmlDecoder } from './kml.ts';
import { createTcxDecoder } from './tcx.ts';
import type { TrackSummary } from './track.ts';
import { openXml, type XmlDecoder, type XmlHandlers } from './xml-reader.ts';

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
  const { decoder, problem } = readXml(
    bytes,
    (root) => formats.get(root)?.(context),
    context.note,
  );
  if (!decoder) return undefined;
  if (problem && problem !== 'cut_off') return unreadable(problem);
  const decoded = decoder.finish();
  if (!problem) return decoded;
  const isReadSoFar = decoded.outcome === 'workouts';
  return isReadSoFar ? { ...decoded, isCutOff: true } : unreadable(problem);
}

/**
 * Starts to read GPX files that are the way of one workout. What is wrong with one of them ends it.
 * Never throws.
 */
export function openRoute() {
  const reader = createRouteReader();
  return {
    add(bytes: Uint8Array): void {
      readXml(bytes, (root) => (root === 'gpx' ? reader : undefined));
    },
    /** Returns the sums and the curves, unless there is no point with a time. */
    finish(): TrackSummary | undefined {
      try {
        return reader.finish();
      } catch (error) {
        reportFault(error);
        return undefined;
      }
    },
  };
}

/** A document that was read up to a problem, if its root has a decoder. */
interface ReadDocument<Decoder> {
  decoder?: Decoder | undefined;
  problem?: ReadProblem | undefined;
}

/** Reads a document by the decoder of its root. One that is cut off is read so far. */
function readXml<Decoder extends Required<XmlHandlers>>(
  bytes: Uint8Array,
  toDecoder: (root: string) => Decoder | undefined,
  note?: NoteChange,
): ReadDocument<Decoder> {
  const document: ReadDocument<Decoder> & { root?: string } = {};
  const reader = openXml(
    {
      open(name, attributes, parent) {
        if (document.root === undefined) {
          document.root = name;
          document.decoder = toDecoder(name);
        }
        document.decoder?.open(name, attributes, parent);
      },
      close: (name, text, parent, isForeign) =>
        document.decoder?.close(name, text, parent, isForeign),
    },
    { maxSteps, note },
  );
  for (let at = 0; at < bytes.length; at += pieceSize) {
    const problem = reader.write(bytes.subarray(at, at + pieceSize));
    const isOther = document.root !== undefined && !document.decoder;
    if (isOther || problem) return { ...document, problem };
  }
  const problem = reader.end();
  if (problem === 'cut_off') reader.closeElements();
  return { ...document, problem };
}
