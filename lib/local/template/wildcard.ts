/**
 * Converts a wildcard pattern of IAM or CloudFront into a regular expression for the whole text.
 * `*` matches any characters, including slashes; `?` matches exactly one.
 */
export function wildcardToRegExp(pattern: string, flags = ''): RegExp {
  const source = RegExp.escape(pattern).replaceAll('\\*', '.*').replaceAll('\\?', '.');
  return new RegExp(`^${source}$`, `s${flags}`);
}
