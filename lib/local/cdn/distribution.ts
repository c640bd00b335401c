import type { HeaderLines } from '../gateway/message.ts';

/** A CloudFront distribution as the CDN serves it. */
export interface Distribution {
  /** The first that fits a path serves it; the default one comes last. */
  behaviors: readonly Behavior[];
}

/** How paths of one pattern are served. */
export interface Behavior {
  pattern: RegExp;
  /** What the function that sees requests first makes of a path. */
  rewrite: (path: string) => string;
  /** Asked one after another, as long as the answer is one of `failover`. */
  origins: readonly Origin[];
  failover: readonly number[];
  /** Set on every answer. */
  headers: HeaderLines;
}

/** Where answers come from. */
export type Origin = { type: 'bucket'; name: string } | { type: 'function'; arn: string };
