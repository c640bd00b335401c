import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { PrivateBucket } from './private-bucket.ts';

/**
 * The private bucket of the images as they were uploaded. Nothing outside the stack can read it. What is removed or
 * overwritten by mistake can be brought back for 35 days, as in the table, and is gone for good after that.
 */
export class ImageStore extends PrivateBucket {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      versioned: true,
      lifecycle: {
        noncurrentVersionExpiration: Duration.days(35),
        expiredObjectDeleteMarker: true,
      },
    });
  }
}
