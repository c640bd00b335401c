import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { PrivateBucket } from './private-bucket.ts';

/**
 * The bucket of uploaded originals, which is private to the stack. Deleted and overwritten images
 * can be restored for 35 days, as in the table.
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
