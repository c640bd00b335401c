/**
 * Replaces the retries of the SDK that limit the rate of requests in the bundles, because the
 * clients have the standard retries.
 */
export class AdaptiveRetryStrategy {
  constructor() {
    throw new Error('The bundles have no adaptive retries.');
  }
}
