/** Headers of an answer that nobody may keep, as of everything that tells of tokens (RFC 6749 section 5.1). */
export const noStore = { 'Cache-Control': 'no-store', Pragma: 'no-cache' } as const;
