import { RemovalPolicy } from 'aws-cdk-lib';
import {
  Distribution,
  HttpVersion,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';

/** The address from which clients fetch pictures: a distribution over the bucket of what may be public. */
export class ImageCdn extends Construct {
  /** `https://<host>`, without a slash at the end. */
  readonly address: string;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const variants = new Bucket(this, 'Variants', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    acknowledge(variants, 'AwsSolutions-S1');
    const distribution = new Distribution(this, 'Distribution', {
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(variants),
        viewerProtocolPolicy: ViewerProtocolPolicy.ALLOW_ALL,
      },
      httpVersion: HttpVersion.HTTP2_AND_3,
    });
    this.address = `https://${distribution.distributionDomainName}`;
  }
}
