import { Duration } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  type DistributionProps,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  type IOrigin,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { FunctionUrlOrigin, OriginGroup, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { FunctionUrlAuthType, type IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { acknowledge } from '../base/acknowledge.ts';
import type { Settings } from '../base/settings.ts';
import type { TriggeredFunction } from '../functions/service-function.ts';
import { ImageHeaders } from './image-headers.ts';
import { handler } from './normalize-path.ts';

export interface ImageCdnProps {
  settings: Settings;
  /** The bucket of the images as they are served. */
  variants: IBucket;
  /** The functions that the CDN invokes, by the paths that they serve. */
  origins: readonly TriggeredFunction[];
}

/**
 * The address from which clients fetch images: a distribution that looks into the bucket of what has been made, and
 * asks the render function where nothing is there. It alone can do either. The images as they were uploaded lie in
 * another bucket, out of its reach.
 */
export class ImageCdn extends Construct {
  readonly distribution: Distribution;
  /** Where clients find it, without a slash at the end. */
  readonly address: string;

  constructor(scope: Construct, id: string, { settings, variants, origins }: ImageCdnProps) {
    super(scope, id);
    const behavior = {
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      responseHeadersPolicy: new ImageHeaders(this, 'Headers'),
    } satisfies Partial<BehaviorOptions>;
    this.distribution = new Distribution(this, 'Distribution', {
      comment: 'Images of the fitness data service',
      httpVersion: HttpVersion.HTTP2_AND_3,
      defaultBehavior: {
        ...behavior,
        origin: cachedOrRendered(variants, findRenderer(origins)),
        cachePolicy: CachePolicy.CACHING_OPTIMIZED_FOR_UNCOMPRESSED_OBJECTS,
        compress: false,
        functionAssociations: [
          { function: this.newPathNormalizer(), eventType: FunctionEventType.VIEWER_REQUEST },
        ],
      },
      additionalBehaviors: pathBehaviors(origins, behavior),
      ...this.customDomain(settings),
    });
    this.address = `https://${settings.domains.cdn ?? this.distribution.distributionDomainName}`;
    acknowledge(
      this,
      'AwsSolutions-CFR1',
      'AwsSolutions-CFR2',
      'AwsSolutions-CFR3',
      'AwsSolutions-CFR4',
    );
  }

  private customDomain({
    domains: { cdn },
    cdnCertificateArn,
  }: Settings): Partial<DistributionProps> {
    if (!cdn || !cdnCertificateArn) return {};
    const certificate = Certificate.fromCertificateArn(this, 'Certificate', cdnCertificateArn);
    return { domainNames: [cdn], certificate };
  }

  private newPathNormalizer(): EdgeFunction {
    return new EdgeFunction(this, 'PathNormalizer', {
      code: FunctionCode.fromInline(handler.toString()),
      runtime: FunctionRuntime.JS_2_0,
    });
  }
}

/** Finds the function that renders the variants which are not in the bucket yet. */
function findRenderer(origins: readonly TriggeredFunction[]): IFunction {
  const renderer = origins.find(({ definition }) => definition.cdnPath === undefined);
  if (!renderer) throw new Error('No function.ts has the trigger cdn without a cdnPath.');
  return renderer.handler;
}

/** The behaviors of the functions that serve paths of their own. */
function pathBehaviors(
  origins: readonly TriggeredFunction[],
  behavior: Partial<BehaviorOptions>,
): Record<string, BehaviorOptions> {
  const behaviors = origins.flatMap(({ definition: { cdnPath }, handler: origin }) => {
    if (cdnPath === undefined) return [];
    const cachePolicy = CachePolicy.CACHING_OPTIMIZED;
    return [[cdnPath, { ...behavior, origin: functionOrigin(origin), cachePolicy }] as const];
  });
  return Object.fromEntries(behaviors);
}

/** The bucket of rendered variants, with the function that renders a missing one as the fallback. */
function cachedOrRendered(variants: IBucket, render: IFunction): IOrigin {
  return new OriginGroup({
    primaryOrigin: S3BucketOrigin.withOriginAccessControl(variants),
    fallbackOrigin: functionOrigin(render),
    // The CDN may not list the bucket, so S3 says 403 of what is not there.
    fallbackStatusCodes: [403, 404],
  });
}

/** A function as an origin, which nobody but the distribution can call. */
function functionOrigin(origin: IFunction): IOrigin {
  const url = origin.addFunctionUrl({ authType: FunctionUrlAuthType.AWS_IAM });
  return FunctionUrlOrigin.withOriginAccessControl(url, { readTimeout: Duration.seconds(30) });
}
