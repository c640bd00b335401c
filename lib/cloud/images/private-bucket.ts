import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type LifecycleRule,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { compact } from '#shared/runtime/compact.ts';
import { acknowledgeNagFindings } from '../base/acknowledge.ts';

export interface PrivateBucketProps {
  versioned?: boolean;
  /** When objects expire. Incomplete uploads always expire after a day. */
  lifecycle: LifecycleRule;
  /** When objects with some prefixes expire, if that is earlier. */
  prefixes?: readonly (LifecycleRule & { prefix: string })[];
}

/** A bucket without public access. It is retained if the stack is deleted. */
export class PrivateBucket extends Bucket {
  constructor(
    scope: Construct,
    id: string,
    { versioned, lifecycle, prefixes = [] }: PrivateBucketProps,
  ) {
    const options = compact({
      versioned,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      lifecycleRules: [
        { ...lifecycle, abortIncompleteMultipartUploadAfter: Duration.days(1) },
        ...prefixes,
      ],
      removalPolicy: RemovalPolicy.RETAIN,
    });
    super(scope, id, options);
    acknowledgeNagFindings(this, 'AwsSolutions-S1');
  }
}
