import type { HeaderLines, OutgoingResponse } from '../http/message.ts';

/** A CloudFront distribution as the local CDN serves it. */
export interface Distribution {
  /** In order of precedence. The default behavior comes last. */
  behaviors: readonly CacheBehavior[];
}

/** How the distribution serves the paths that match one pattern. */
export interface CacheBehavior {
  pattern: RegExp;
  /** Runs the viewer-request function: returns the path for the origins, or a response. */
  handleViewerRequest: (path: string) => string | OutgoingResponse;
  /** The CDN tries the origins in order, until one returns a status that is not in `failover`. */
  origins: readonly Origin[];
  /** Statuses that trigger failover to the next origin. */
  failover: readonly number[];
  /** Added to every response. */
  headers: HeaderLines;
}

/** An origin of a distribution. */
export type Origin = { type: 'bucket'; name: string } | { type: 'function'; arn: string };
