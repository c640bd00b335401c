import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  CachePolicy,
  Distribution,
  HttpVersion,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import type { Settings } from './settings.ts';

export interface ImageCdnProps {
  settings: Settings;
  /** The bucket of the pictures as they are served. */
  variants: IBucket;
}

/**
 * The address from which clients fetch pictures: a distribution over the bucket of what may be public, which it alone
 * reads. The pictures as they were uploaded lie in another bucket, out of its reach.
 */
export class ImageCdn extends Construct {
  readonly distribution: Distribution;
  /** Where clients find it, without a slash at the end. */
  readonly address: string;

  constructor(scope: Construct, id: string, { settings, variants }: ImageCdnProps) {
    super(scope, id);
    const { domains, cdnCertificateArn } = settings;
    const { cdn } = domains;
    this.distribution = new Distribution(this, 'Distribution', {
      comment: 'Pictures of the fitness data service',
      httpVersion: HttpVersion.HTTP2_AND_3,
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(variants),
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
    acknowledge(this, 'AwsSolutions-CFR1', 'AwsSolutions-CFR2', 'AwsSolutions-CFR3', 'AwsSolutions-CFR4');
  }
}
