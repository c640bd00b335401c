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
  FunctionUrlOriginAccessControl,
  HttpVersion,
  type IOrigin,
  S3OriginAccessControl,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import {
  FunctionUrlOrigin,
  OriginGroup,
  S3BucketOrigin,
} from 'aws-cdk-lib/aws-cloudfront-origins';
import { FunctionUrlAuthType, type IFunction } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { compact } from '#shared/runtime/compact.ts';
import { acknowledgeNagFindings } from '../base/acknowledge.ts';
import type { Settings } from '../base/settings.ts';
import type { TriggeredFunction } from '../functions/service-function.ts';
import { ImageCache, ImageHeaders, toGlobalName } from './image-policies.ts';
import { handler as normalizePath } from './normalize-path.ts';

/** The statuses of failures of ours, after which the same request may succeed. */
const serverErrors = [500, 502, 503, 504];

interface ImageCdnProps {
  settings: Settings;
  /** The bucket of rendered variants. */
  variants: IBucket;
  /** The bucket of the logs, if requests are logged. */
  accessLogs: IBucket | undefined;
  /** The functions that the CDN invokes. */
  originFunctions: readonly TriggeredFunction[];
  /** The URL of the documentation, to which the root redirects. */
  documentation: string;
}

/**
 * The CDN of images: a distribution with the bucket of variants as its origin. If a variant is
 * missing there, the fallback origin renders it. Uploaded originals are in another bucket that the
 * CDN cannot access.
 */
export class ImageCdn extends Construct {
  readonly distribution: Distribution;
  /** The base URL for clients, without a trailing slash. */
  readonly baseUrl: string;
  /** The functions that the CDN invokes. */
  readonly originFunctions: readonly IFunction[];

  constructor(
    scope: Construct,
    id: string,
    { settings, variants, accessLogs, originFunctions, documentation }: ImageCdnProps,
  ) {
    super(scope, id);
    this.originFunctions = originFunctions.map(({ handler }) => handler);
    const behavior = {
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      responseHeadersPolicy: new ImageHeaders(this, 'Headers'),
    } satisfies Partial<BehaviorOptions>;
    this.distribution = new Distribution(this, 'Distribution', {
      comment: 'Images of the fitness data service',
      httpVersion: HttpVersion.HTTP2_AND_3,
      defaultBehavior: {
        ...behavior,
        origin: createImageOrigin(this, variants, findRenderer(originFunctions)),
        cachePolicy: new ImageCache(this, 'Cache'),
        // Image formats are compressed themselves.
        compress: false,
        functionAssociations: [
          {
            function: this.#createPathNormalizer(documentation),
            eventType: FunctionEventType.VIEWER_REQUEST,
          },
        ],
      },
      additionalBehaviors: createPathBehaviors(this, originFunctions, behavior),
      // By default, CloudFront caches them for ten seconds, whatever their Cache-Control says.
      errorResponses: serverErrors.map((httpStatus) => ({
        httpStatus,
        ttl: Duration.seconds(0),
      })),
      ...this.#getDomainOptions(settings),
      ...compact({
        webAclId: settings.cdnWebAclArn,
        logBucket: accessLogs,
        logFilePrefix: accessLogs && 'cdn/',
      }),
    });
    this.baseUrl = `https://${settings.domains.cdn ?? this.distribution.distributionDomainName}`;
    acknowledgeNagFindings(
      this,
      'AwsSolutions-CFR1',
      'AwsSolutions-CFR2',
      'AwsSolutions-CFR3',
      'AwsSolutions-CFR4',
    );
  }

  #getDomainOptions({
    domains,
    cdnCertificateArn,
  }: Settings): Partial<DistributionProps> {
    if (!domains.cdn || !cdnCertificateArn) return {};
    const certificate = Certificate.fromCertificateArn(
      this,
      'Certificate',
      cdnCertificateArn,
    );
    return { domainNames: [domains.cdn], certificate };
  }

  #createPathNormalizer(documentation: string): EdgeFunction {
    const constant = `const documentation = '${documentation}';`;
    // A function in a template literal becomes its source text, which CloudFront runs.
    return new EdgeFunction(this, 'PathNormalizer', {
      functionName: toGlobalName(this, 'normalize-path'),
      code: FunctionCode.fromInline(`${constant}\n${normalizePath}`),
      runtime: FunctionRuntime.JS_2_0,
    });
  }
}

/** Finds the function that renders missing variants. */
function findRenderer(originFunctions: readonly TriggeredFunction[]): IFunction {
  const renderer = originFunctions.find(
    ({ definition }) => definition.cdnPath === undefined,
  );
  if (!renderer) {
    throw new Error(
      'The image renderer is missing: a function.ts must have the trigger `cdn` and no `cdnPath`.',
    );
  }
  return renderer.handler;
}

/** Creates a behavior for each function with a `cdnPath`. */
function createPathBehaviors(
  scope: Construct,
  originFunctions: readonly TriggeredFunction[],
  behavior: Partial<BehaviorOptions>,
): Record<string, BehaviorOptions> {
  const behaviors: Record<string, BehaviorOptions> = {};
  for (const { definition, handler } of originFunctions) {
    const { cdnPath } = definition;
    if (cdnPath === undefined) continue;
    const name = toResourceName(cdnPath);
    behaviors[cdnPath] = {
      ...behavior,
      origin: createFunctionOrigin(scope, name, handler),
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
    };
  }
  return behaviors;
}

/** Converts the path of a behavior to the name of a resource, without slashes and wildcards. */
function toResourceName(path: string): string {
  return path.replace(/\W/g, '');
}

/** Creates the origin of variants: the bucket, then the function that renders a missing variant. */
function createImageOrigin(
  scope: Construct,
  variants: IBucket,
  renderer: IFunction,
): IOrigin {
  const originAccessControl = new S3OriginAccessControl(scope, 'VariantsAccess', {
    originAccessControlName: toGlobalName(scope, 'variants'),
  });
  return new OriginGroup({
    primaryOrigin: S3BucketOrigin.withOriginAccessControl(variants, {
      originAccessControl,
    }),
    fallbackOrigin: createFunctionOrigin(scope, 'renderer', renderer),
    // S3 returns 403 for a missing object, because the CDN cannot list the bucket.
    fallbackStatusCodes: [403, 404],
  });
}

/** Creates an origin for a function that only the distribution can invoke. */
function createFunctionOrigin(
  scope: Construct,
  name: string,
  handler: IFunction,
): IOrigin {
  const originAccessControl = new FunctionUrlOriginAccessControl(scope, `${name}Access`, {
    originAccessControlName: toGlobalName(scope, name),
  });
  const url = handler.addFunctionUrl({ authType: FunctionUrlAuthType.AWS_IAM });
  return FunctionUrlOrigin.withOriginAccessControl(url, {
    originAccessControl,
    readTimeout: Duration.seconds(30),
  });
}
