import { Script } from 'node:vm';
import type { HeaderLines, OutgoingResponse } from '../http/message.ts';
import { wildcardToRegExp } from './patterns.ts';
import { readResponseHeaders } from './response-headers.ts';
import type { Stack } from './stack.ts';

/** A CloudFront distribution as the local CDN serves it. */
export interface Distribution {
  /** In order of precedence. The default behavior comes last. */
  behaviors: readonly CacheBehavior[];
}

/** The distribution's behavior for the paths that match one pattern. */
export interface CacheBehavior {
  pattern: RegExp;
  /** Runs the viewer-request function: returns the path for the origins, or a response. */
  handleViewerRequest: (path: string) => string | OutgoingResponse;
  /** The CDN tries the origins in order, until one returns a status that is not in `failover`. */
  origins: readonly Origin[];
  /** Statuses that trigger failover to the next origin. */
  failover: readonly number[];
  /** Added to every response. */
  headers: HeaderLines;
}

/** An origin of a distribution. */
export type Origin = { type: 'bucket'; name: string } | { type: 'function'; arn: string };

type OriginByDomain = readonly [domain: string, origin: Origin];

function readBucketOrigins(stack: Stack): OriginByDomain[] {
  return stack.listResources('AWS::S3::Bucket').map(({ logicalId, ref }) => {
    const domain = stack.getAttribute(logicalId, 'RegionalDomainName');
    return [domain, { type: 'bucket', name: ref }];
  });
}

function readFunctionOrigins(stack: Stack): OriginByDomain[] {
  const functionUrls = stack.listResources<{ TargetFunctionArn: string }>(
    'AWS::Lambda::Url',
  );

  return functionUrls.map(({ logicalId, properties }) => {
    const { host } = new URL(stack.getAttribute(logicalId, 'FunctionUrl'));
    return [host, { type: 'function', arn: properties.TargetFunctionArn }];
  });
}

/** Reads the buckets and function URLs of the stack, by the domain name that CloudFront uses. */
function readOrigins(stack: Stack): ReadonlyMap<string, Origin> {
  return new Map([...readBucketOrigins(stack), ...readFunctionOrigins(stack)]);
}

interface BehaviorProperties {
  PathPattern?: string;
  TargetOriginId: string;
  ResponseHeadersPolicyId?: string;
  FunctionAssociations?: { EventType: string; FunctionARN: string }[];
}

interface OriginGroupProperties {
  Id: string;
  FailoverCriteria: { StatusCodes: { Items: number[] } };
  Members: { Items: { OriginId: string }[] };
}

interface DistributionConfig {
  DefaultCacheBehavior: BehaviorProperties;
  CacheBehaviors?: BehaviorProperties[];
  Origins: { Id: string; DomainName: string }[];
  OriginGroups?: { Items: OriginGroupProperties[] };
}

/** Reads the code of the stack's CloudFront functions by their ARN. */
function readFunctionCode(stack: Stack): ReadonlyMap<string, string> {
  const functions = stack.listResources<{ FunctionCode: string }>(
    'AWS::CloudFront::Function',
  );

  const codeByArn = new Map<string, string>();
  for (const { logicalId, properties } of functions) {
    const arn = stack.getAttribute(logicalId, 'FunctionARN');
    codeByArn.set(arn, properties.FunctionCode);
  }

  return codeByArn;
}

interface ViewerResponse {
  statusCode: number;
  headers: Record<string, { value: string }>;
}

type ViewerRequestHandler = (event: {
  request: { uri: string };
}) => { uri: string } | ViewerResponse;

/** Returns a function that runs a CloudFront function in isolation, as CloudFront does. */
function createViewerRequestHandler(
  code: string | undefined,
): CacheBehavior['handleViewerRequest'] {
  if (code === undefined) return (path) => path;

  // The result of the script is the function `handler` that the code defines.
  const script = new Script(`${code}\nhandler`);
  const handler: ViewerRequestHandler = script.runInNewContext();
  return (uri) => {
    const result = handler({ request: { uri } });
    return 'statusCode' in result ? toOutgoingResponse(result) : result.uri;
  };
}

function toOutgoingResponse({ statusCode, headers }: ViewerResponse): OutgoingResponse {
  const lines = Object.entries(headers);
  return {
    status: statusCode,
    headers: lines.map(([name, { value }]) => [name, value]),
    body: Buffer.alloc(0),
  };
}

/** Creates a function that returns an origin by its id. It throws if the id is unknown. */
function createOriginLookup(
  stack: Stack,
  { Origins }: DistributionConfig,
): (id: string) => Origin {
  const origins = readOrigins(stack);

  return (id) => {
    const domain = Origins.find(({ Id }) => Id === id)?.DomainName ?? '';
    const origin = origins.get(domain);
    if (!origin)
      throw new Error(
        `The local runner does not support the origin ${domain} of the distribution.`,
      );
    return origin;
  };
}

/** Creates a function that reads a cache behavior of the distribution. */
function createBehaviorReader(
  stack: Stack,
  config: DistributionConfig,
): (behavior: BehaviorProperties) => CacheBehavior {
  const functionCode = readFunctionCode(stack);
  const getOrigin = createOriginLookup(stack, config);

  return ({
    PathPattern,
    TargetOriginId,
    FunctionAssociations,
    ResponseHeadersPolicyId,
  }) => {
    const group = config.OriginGroups?.Items.find(({ Id }) => Id === TargetOriginId);
    const members = group?.Members.Items ?? [{ OriginId: TargetOriginId }];
    const viewerRequest = FunctionAssociations?.find(
      ({ EventType }) => EventType === 'viewer-request',
    );
    const viewerCode = viewerRequest && functionCode.get(viewerRequest.FunctionARN);

    return {
      pattern: wildcardToRegExp(PathPattern ?? '*'),
      handleViewerRequest: createViewerRequestHandler(viewerCode),
      origins: members.map(({ OriginId }) => getOrigin(OriginId)),
      failover: group?.FailoverCriteria.StatusCodes.Items ?? [],
      headers: readResponseHeaders(stack, ResponseHeadersPolicyId),
    };
  };
}

/** Reads the distribution of the stack. If the stack has none, returns one without behaviors. */
export function readDistribution(stack: Stack): Distribution {
  const [distribution] = stack.listResources<{ DistributionConfig: DistributionConfig }>(
    'AWS::CloudFront::Distribution',
  );
  if (!distribution) return { behaviors: [] };

  const config = distribution.properties.DistributionConfig;
  const { CacheBehaviors = [], DefaultCacheBehavior } = config;
  const readBehavior = createBehaviorReader(stack, config);
  return { behaviors: [...CacheBehaviors, DefaultCacheBehavior].map(readBehavior) };
}
