import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type LifecycleRule,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { acknowledge } from '../base/acknowledge.ts';

export interface PrivateBucketProps {
  versioned?: boolean;
  /** What goes when; uploads that were given up go after a day in any case. */
  lifecycle: LifecycleRule;
}

/** A bucket that nobody can read but who is named in its policy or has a right of its own. It outlives the stack. */
export class PrivateBucket extends Bucket {
  constructor(scope: Construct, id: string, { versioned, lifecycle }: PrivateBucketProps) {
    super(scope, id, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      ...(versioned !== undefined && { versioned }),
      lifecycleRules: [{ ...lifecycle, abortIncompleteMultipartUploadAfter: Duration.days(1) }],
      removalPolicy: RemovalPolicy.RETAIN,
    });
    acknowledge(this, 'AwsSolutions-S1');
  }
}
