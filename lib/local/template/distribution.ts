import { Script } from 'node:vm';
import type { Behavior, Distribution, Origin } from '../cdn/distribution.ts';
import { readResponseHeaders } from './response-headers.ts';
import type { Stack } from './stack.ts';

interface BehaviorConfig {
  PathPattern?: string;
  TargetOriginId: string;
  ResponseHeadersPolicyId?: string;
  FunctionAssociations?: { EventType: string; FunctionARN: string }[];
}

interface DistributionProperties {
  DistributionConfig: {
    DefaultCacheBehavior: BehaviorConfig;
    CacheBehaviors?: BehaviorConfig[];
    Origins: { Id: string; DomainName: string; S3OriginConfig?: object }[];
    OriginGroups?: {
      Items: {
        Id: string;
        FailoverCriteria: { StatusCodes: { Items: number[] } };
        Members: { Items: { OriginId: string }[] };
      }[];
    };
  };
}

/** Origins by the domain names under which CloudFront reaches them: buckets, and functions with a URL. */
function originsByDomain(stack: Stack): ReadonlyMap<string, Origin> {
  const buckets = stack
    .resources('AWS::S3::Bucket')
    .map(
      ({ logicalId, ref }) =>
        [stack.attribute(logicalId, 'RegionalDomainName'), { type: 'bucket', name: ref }] as const,
    );
  const functions = stack
    .resources<{ TargetFunctionArn: string }>('AWS::Lambda::Url')
    .map(
      ({ logicalId, properties }) =>
        [
          new URL(stack.attribute(logicalId, 'FunctionUrl')).host,
          { type: 'function', arn: properties.TargetFunctionArn },
        ] as const,
    );
  return new Map<string, Origin>([...buckets, ...functions]);
}

/** `*` stands for any characters, `?` for one. */
function patternOf(path: string): RegExp {
  const escaped = path.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`);
}

/** Runs the code of a CloudFront function as CloudFront does: by itself, with a function named `handler`. */
function rewriteBy(code: string | undefined): Behavior['rewrite'] {
  if (code === undefined) return (path) => path;
  const handler: (event: { request: { uri: string } }) => { uri: string } = new Script(
    `${code}\nhandler`,
  ).runInNewContext();
  return (uri) => handler({ request: { uri } }).uri;
}

/** The distribution of the stack; one without behaviors where the stack has none. */
export function readDistribution(stack: Stack): Distribution {
  const [found] = stack.resources<DistributionProperties>('AWS::CloudFront::Distribution');
  if (!found) return { behaviors: [] };
  const {
    DefaultCacheBehavior,
    CacheBehaviors = [],
    Origins,
    OriginGroups,
  } = found.properties.DistributionConfig;
  const origins = originsByDomain(stack);
  const functions = new Map(
    stack
      .resources<{ FunctionCode: string }>('AWS::CloudFront::Function')
      .map(({ logicalId, properties }) => [
        stack.attribute(logicalId, 'FunctionARN'),
        properties.FunctionCode,
      ]),
  );

  function originNamed(id: string): Origin {
    const domain = Origins.find(({ Id }) => Id === id)?.DomainName ?? '';
    const origin = origins.get(domain);
    if (!origin)
      throw new Error(
        `The distribution has the origin ${domain}, which the local runner does not know.`,
      );
    return origin;
  }

  const behaviors = [...CacheBehaviors, DefaultCacheBehavior].map((config): Behavior => {
    const group = OriginGroups?.Items.find(({ Id }) => Id === config.TargetOriginId);
    const ids = group?.Members.Items.map(({ OriginId }) => OriginId) ?? [config.TargetOriginId];
    const viewerRequest = config.FunctionAssociations?.find(
      ({ EventType }) => EventType === 'viewer-request',
    );
    return {
      pattern: patternOf(config.PathPattern ?? '*'),
      rewrite: rewriteBy(viewerRequest && functions.get(viewerRequest.FunctionARN)),
      origins: ids.map(originNamed),
      failover: group?.FailoverCriteria.StatusCodes.Items ?? [],
      headers: readResponseHeaders(stack, config.ResponseHeadersPolicyId),
    };
  });
  return { behaviors };
}
