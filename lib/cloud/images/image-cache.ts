import { Duration } from 'aws-cdk-lib';
import { CachePolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { toGlobalName } from '../base/global-name.ts';

/**
 * The cache of image variants. The CDN checks each of them once a day, so that an image disappears
 * a day after its erasure, although browsers may keep a variant for a year (decision 0024).
 */
export class ImageCache extends CachePolicy {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      cachePolicyName: toGlobalName(scope, 'image-cache'),
      minTtl: Duration.seconds(1),
      defaultTtl: Duration.days(1),
      maxTtl: Duration.days(1),
    });
  }
}
