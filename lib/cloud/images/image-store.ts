import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { exportPrefix } from '#shared/objects/export-keys.ts';
import { PrivateBucket } from './private-bucket.ts';

/**
 * The bucket of uploaded originals and of exports, which is private to the stack. Deleted and
 * overwritten images can be restored for 35 days, as in the table. An export is deleted a day after
 * its link ends, and for good another day later.
 */
export class ImageStore extends PrivateBucket {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      versioned: true,
      lifecycle: {
        noncurrentVersionExpiration: Duration.days(35),
        expiredObjectDeleteMarker: true,
      },
      prefixes: [
        {
          prefix: exportPrefix,
          expiration: Duration.days(2),
          noncurrentVersionExpiration: Duration.days(1),
        },
      ],
    });
  }
}
