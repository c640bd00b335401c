import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { PrivateBucket } from './private-bucket.ts';

/**
 * The bucket of rendered variants, which only the CDN reads. Variants expire after a year, so
 * unused sizes do not accumulate. They can be rendered again from the original.
 */
export class VariantStore extends PrivateBucket {
  constructor(scope: Construct, id: string) {
    super(scope, id, { lifecycle: { expiration: Duration.days(365) } });
  }
}
