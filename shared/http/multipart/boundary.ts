/** Matches a parameter in a header. Its value is a token or a quoted string. */
const parameterPattern =
  /;\s*(?<name>[^\s=;]+)\s*=\s*(?:"(?<quoted>(?:[^"\\]|\\.)*)"|(?<token>[^\s;]*))/g;

/** Matches a boundary, which does not end with a space (RFC 2046 section 5.1.1). */
const boundaryPattern = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;

function findParameter(header: string, wanted: string): string | undefined {
  for (const { groups = {} } of header.matchAll(parameterPattern)) {
    const { name, quoted, token } = groups;
    if (name?.toLowerCase() !== wanted) continue;
    return quoted?.replace(/\\(.)/g, '$1') ?? token;
  }
  return undefined;
}

/**
 * Parses the boundary in a Content-Type. It accepts every legal form, e.g. quoted values and spaces
 * around the separators. Returns undefined if there is no valid boundary.
 */
export function parseBoundary(contentType: string): string | undefined {
  const boundary = findParameter(contentType, 'boundary') ?? '';
  return boundaryPattern.test(boundary) ? boundary : undefined;
}

/**
 * Counts the parts of a body by its delimiters. Returns undefined if the closing delimiter is
 * missing, i.e. if the body is truncated.
 */
export function countParts(body: Buffer, boundary: string): number | undefined {
  const delimiter = `\r\n--${boundary}`;
  let count = 0;
  let end = findFirstEnd(delimiter, body);
  while (end !== undefined) {
    const isClosing = body.toString('latin1', end, end + 2) === '--';
    if (isClosing) return count;
    count += 1;
    end = findEnd(delimiter, body, end);
  }
  return undefined;
}

/** Finds the end of the first delimiter. The line break before it can be missing. */
function findFirstEnd(delimiter: string, body: Buffer): number | undefined {
  const withoutBreak = delimiter.slice('\r\n'.length);
  const start = body.toString('latin1', 0, withoutBreak.length);
  return start === withoutBreak ? withoutBreak.length : findEnd(delimiter, body, 0);
}

/** Finds the end of the next delimiter. */
function findEnd(delimiter: string, body: Buffer, from: number): number | undefined {
  const start = body.indexOf(delimiter, from, 'latin1');
  return start < 0 ? undefined : start + delimiter.length;
}
