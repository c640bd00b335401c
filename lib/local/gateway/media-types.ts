import { parseMediaType } from '#shared/http/headers.ts';

function matchesMediaType(pattern: string, type: string): boolean {
  const [kind, subtype] = pattern.split('/');
  if (subtype !== '*') return pattern === type;
  return kind === '*' || type.startsWith(`${kind}/`);
}

/**
 * Returns whether a Content-Type or Accept value names a binary media type of the API. API Gateway
 * only considers the first media type of the value, without parameters. `binaryMediaTypes` may have
 * wildcards.
 */
export function isBinary(
  binaryMediaTypes: readonly string[],
  value: string | undefined,
): boolean {
  if (value === undefined) return false;

  const [firstType] = value.split(',');
  const type = parseMediaType(firstType);
  return binaryMediaTypes.some((binary) => matchesMediaType(binary.toLowerCase(), type));
}
