import { Aws, Duration, Stack } from 'aws-cdk-lib';
import {
  CachePolicy,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';

/**
 * Returns the name of a resource that must be unique in an account, e.g. a CloudFront policy. The
 * name has the stack and the region, so one account can have the service several times.
 */
export function toGlobalName(scope: Construct, name: string): string {
  return `${Stack.of(scope).stackName}-${name}-${Aws.REGION}`;
}

/**
 * The cache of image variants. The CDN checks each of them every 23 hours, so that an image
 * disappears within a day of its deletion, also one that was rendered meanwhile. Browsers may keep
 * a variant for a year (decision 0024).
 */
export class ImageCache extends CachePolicy {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      cachePolicyName: toGlobalName(scope, 'image-cache'),
      // Otherwise CloudFront would cache a response with `no-store`, too: the redirect to a variant
      // that was stored meanwhile would lead to itself.
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.hours(23),
      maxTtl: Duration.hours(23),
    });
  }
}

/**
 * The headers of every CDN response. Any site can embed the files, and a browser runs no script
 * that an SVG file contains.
 */
export class ImageHeaders extends ResponseHeadersPolicy {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      responseHeadersPolicyName: toGlobalName(scope, 'images'),
      corsBehavior: {
        accessControlAllowCredentials: false,
        accessControlAllowHeaders: ['*'],
        accessControlAllowMethods: ['GET', 'HEAD'],
        accessControlAllowOrigins: ['*'],
        originOverride: true,
      },
      securityHeadersBehavior: {
        contentTypeOptions: { override: true },
        contentSecurityPolicy: {
          contentSecurityPolicy: "default-src 'none'; style-src 'unsafe-inline'; sandbox",
          override: true,
        },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: {
          referrerPolicy: HeadersReferrerPolicy.NO_REFERRER,
          override: true,
        },
        strictTransportSecurity: {
          accessControlMaxAge: Duration.days(365),
          includeSubdomains: false,
          override: true,
        },
      },
      customHeadersBehavior: {
        customHeaders: [
          {
            header: 'Cross-Origin-Resource-Policy',
            value: 'cross-origin',
            override: true,
          },
        ],
      },
    });
  }
}
