import { serviceError } from '../errors/errors.ts';

const deepest = 32;

/** Depth of the deepest bracket outside strings, without building anything. */
function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (quoted) {
      if (character === '\\') i += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{' || character === '[') most = Math.max(most, ++depth);
    else if (character === '}' || character === ']') depth -= 1;
  }
  return most;
}

/** Parses JSON; `problem` says how the text must be where it is not JSON, or nested more than 32 deep. */
export function readJson(text: string): { value: unknown } | { problem: string } {
  if (depthOf(text) > deepest)
    return { problem: `must not be nested more than ${deepest} levels deep` };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: 'must be valid JSON' };
  }
}

/** Parses a JSON body. Throws `malformed_body` where it is not JSON, or nested more than 32 deep. */
export function parseJson(text: string): unknown {
  const read = readJson(text);
  if ('problem' in read) throw serviceError('malformed_body', { reason: read.problem });
  return read.value;
}
