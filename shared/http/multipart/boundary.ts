/** A parameter of a header value: a token, or a text in quotes with its backslashes. */
const parameter = /;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g;

/**
 * The boundary that a Content-Type names, in every legal writing: quoted or not, with any of the
 * characters of RFC 2046 section 5.1.1, with or without a space after the semicolon, among other
 * parameters; undefined if it has none.
 */
export function parseBoundary(contentType: string): string | undefined {
  for (const [, name = '', quoted, token] of contentType.matchAll(parameter)) {
    if (name.toLowerCase() !== 'boundary') continue;
    const boundary = quoted?.replace(/\\(.)/g, '$1') ?? token ?? '';
    return /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/.test(boundary)
      ? boundary
      : undefined;
  }
  return undefined;
}

/**
 * How many parts a body has by its delimiters, named or not; undefined where the closing delimiter
 * is missing, which means that the body was cut short.
 */
export function countParts(body: Buffer, boundary: string): number | undefined {
  const delimiter = `\r\n--${boundary}`;
  // The line break before the very first delimiter may be missing, as if it stood before the body.
  const opens = body.toString('latin1', 0, delimiter.length - 2) === delimiter.slice(2);
  let after = opens ? delimiter.length - 2 : findEnd(delimiter, body, 0);
  for (let count = 0; after !== undefined; count += 1) {
    if (body.toString('latin1', after, after + 2) === '--') return count;
    after = findEnd(delimiter, body, after);
  }
  return undefined;
}

function findEnd(delimiter: string, body: Buffer, from: number): number | undefined {
  const at = body.indexOf(delimiter, from, 'latin1');
  return at < 0 ? undefined : at + delimiter.length;
}
