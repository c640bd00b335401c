import { RemovalPolicy } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  CachePolicy,
  Distribution,
  HttpVersion,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import type { Settings } from './settings.ts';

/**
 * The address from which clients fetch pictures: a distribution over the bucket of what may be public, which it alone
 * reads. The pictures as they were uploaded lie in another bucket, out of its reach.
 */
export class ImageCdn extends Construct {
  readonly distribution: Distribution;
  /** Where clients find it, without a slash at the end. */
  readonly address: string;

  constructor(scope: Construct, id: string, { domains: { cdn }, cdnCertificateArn }: Settings) {
    super(scope, id);
    const variants = new Bucket(this, 'Variants', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.distribution = new Distribution(this, 'Distribution', {
      comment: 'Pictures of the fitness data service',
      httpVersion: HttpVersion.HTTP2_AND_3,
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(variants as IBucket),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        cachePolicy: CachePolicy.CACHING_OPTIMIZED,
        responseHeadersPolicy: ResponseHeadersPolicy.SECURITY_HEADERS,
      },
      ...(cdn &&
        cdnCertificateArn && {
          domainNames: [cdn],
          certificate: Certificate.fromCertificateArn(this, 'Certificate', cdnCertificateArn),
        }),
    });
    this.address = `https://${cdn ?? this.distribution.distributionDomainName}`;
    acknowledge(
      this,
      'AwsSolutions-S1',
      'AwsSolutions-CFR1',
      'AwsSolutions-CFR2',
      'AwsSolutions-CFR3',
      'AwsSolutions-CFR4',
    );
  }
}
