import { type DecodedFile, type FileContext, unreadable } from './decoded-file.ts';
import { createGpxDecoder } from './gpx.ts';
import { createTcxDecoder } from './tcx.ts';
import { openXml, type XmlDecoder } from './xml-reader.ts';

type CreateDecoder = (context: FileContext) => XmlDecoder;

/** The decoders by the name of the root. */
const formats = new Map<string, CreateDecoder>([
  ['gpx', createGpxDecoder],
  ['TrainingCenterDatabase', createTcxDecoder],
]);

/** The largest number of steps of a file. A day of points with heart rates has 1,500,000. */
const maxSteps = 2_000_000;

/** Bytes that are read at once. */
const pieceSize = 64 * 1024;

/** Decodes a GPX or TCX file. Returns undefined if it is another document, or none. */
export function decodeXml(
  bytes: Uint8Array,
  context: FileContext,
): DecodedFile | undefined {
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
      close: (name, text, parent) => document.decoder?.close(name, text, parent),
    },
    { maxSteps },
  );
  for (let at = 0; at < bytes.length; at += pieceSize) {
    const problem = reader.write(bytes.subarray(at, at + pieceSize));
    const isOther = document.root !== undefined && !document.decoder;
    if (isOther) return undefined;
    if (problem) return document.decoder && unreadable(problem);
  }
  const problem = reader.end();
  return problem ? document.decoder && unreadable(problem) : document.decoder?.finish();
}
