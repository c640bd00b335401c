import { parseMediaType } from '#shared/http/headers.ts';

/**
 * Whether a Content-Type or Accept value names binary data for this API. Only the first media type counts, without its
 * parameters; `image/*` and `*\/*` in the list match as wildcards.
 */
export function isBinary(binaryMediaTypes: readonly string[], value: string | undefined): boolean {
  if (value === undefined) return false;
  const [type = ''] = value.split(',');
  const asked = parseMediaType(type);
  return binaryMediaTypes.some((binary) => {
    const [kind, subtype] = binary.toLowerCase().split('/');
    if (subtype !== '*') return binary.toLowerCase() === asked;
    return kind === '*' || asked.startsWith(`${kind}/`);
  });
}
