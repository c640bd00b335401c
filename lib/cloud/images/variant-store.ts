import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { PrivateBucket } from './private-bucket.ts';

/**
 * The bucket of the images as they are served, which the CDN alone reads. Each can be made again from its original at
 * any time, so what has not been made anew for a year goes, and sizes that nobody asks for any more do not pile up.
 */
export class VariantStore extends PrivateBucket {
  constructor(scope: Construct, id: string) {
    super(scope, id, { lifecycle: { expiration: Duration.days(365) } });
  }
}
