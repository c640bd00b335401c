import { serviceError } from '../errors/errors.ts';

const maxDepth = 32;

/** A string, which may lack its end, or a bracket outside strings. */
const stringOrBracket = /"(?:[^"\\]|\\.)*"?|[{}[\]]/gs;

/** Measures how deep brackets are nested, without parsing. */
function measureDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of text.matchAll(stringOrBracket)) {
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** The byte order mark that some clients send, although JSON has none (RFC 8259 section 8.1). */
const byteOrderMark = /^\ufeff/;

/** Parses JSON. Returns the problem if it is not JSON, or nested more than 32 levels deep. */
export function readJson(text: string): { value: unknown } | { problem: string } {
  if (measureDepth(text) > maxDepth) {
    return { problem: `must not be nested more than ${maxDepth} levels deep` };
  }
  try {
    return { value: JSON.parse(text.replace(byteOrderMark, '')) };
  } catch {
    return { problem: 'must be valid JSON' };
  }
}

/**
 * Parses a JSON body. Throws `malformed_body` if it is not JSON, or nested more than 32 levels
 * deep.
 */
export function parseJson(text: string): unknown {
  const result = readJson(text);
  if ('problem' in result)
    throw serviceError('malformed_body', { reason: result.problem });
  return result.value;
}
