import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { template } from './built-stack.ts';
import { getOnlyResource, listReferences, listResources } from './template.ts';

interface Behavior {
  TargetOriginId: string;
  PathPattern?: string;
  ViewerProtocolPolicy: string;
  ResponseHeadersPolicyId: unknown;
}

interface DistributionProperties {
  DistributionConfig: {
    DefaultCacheBehavior: Behavior;
    CacheBehaviors: Behavior[];
    Origins: { Id: string; DomainName: unknown; OriginAccessControlId?: unknown }[];
    OriginGroups: {
      Items: {
        Id: string;
        FailoverCriteria: { StatusCodes: { Items: number[] } };
        Members: { Items: { OriginId: string }[] };
      }[];
    };
    CustomErrorResponses: { ErrorCode: number; ErrorCachingMinTTL: number }[];
  };
}

const { DistributionConfig: config } = getOnlyResource<DistributionProperties>(
  template,
  'AWS::CloudFront::Distribution',
).Properties;

/** Returns the logical id of an origin's resource. */
const getOriginResource = (originId: string | undefined) =>
  listReferences(config.Origins.find(({ Id }) => Id === originId)?.DomainName)[0];

describe('the CDN', () => {
  it('reads the bucket of variants and falls back to the render function', () => {
    const group = config.OriginGroups.Items.find(
      ({ Id }) => Id === config.DefaultCacheBehavior.TargetOriginId,
    );
    expect(group?.FailoverCriteria.StatusCodes.Items).toEqual([403, 404]);
    const [primary, fallback] =
      group?.Members.Items.map(({ OriginId }) => getOriginResource(OriginId)) ?? [];
    expect(primary).toMatch(/^Variants/);
    expect(fallback).toMatch(/^CdnImageRenderFunctionUrl/);
  });

  it('gets icons from their function', () => {
    const icons = config.CacheBehaviors.find(
      ({ PathPattern }) => PathPattern === '/icons/*',
    );
    expect(getOriginResource(icons?.TargetOriginId)).toMatch(/^CdnIconFunctionUrl/);
  });

  it('caches no redirect to a stored variant, and no failure of ours', () => {
    const cache = getOnlyResource(template, 'AWS::CloudFront::CachePolicy');
    // A higher one would count more than `no-store`.
    expect(cache.Properties).toMatchObject({ CachePolicyConfig: { MinTTL: 0 } });
    expect(config.CustomErrorResponses).toEqual(
      [500, 502, 503, 504].map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })),
    );
  });

  it('has exclusive access to its origins', () => {
    expect(config.Origins).toHaveLength(4);
    for (const { OriginAccessControlId } of config.Origins)
      expect(
        template.Resources[listReferences(OriginAccessControlId)[0] ?? '']?.Type,
      ).toBe('AWS::CloudFront::OriginAccessControl');
    for (const { Properties } of listResources(template, 'AWS::Lambda::Url'))
      expect(Properties.AuthType).toBe('AWS_IAM');
  });

  it('serves over TLS only, with headers that prevent misuse of images', () => {
    const headers = getOnlyResource(template, 'AWS::CloudFront::ResponseHeadersPolicy');
    for (const behavior of [config.DefaultCacheBehavior, ...config.CacheBehaviors]) {
      expect(behavior.ViewerProtocolPolicy).toBe('redirect-to-https');
      expect(listReferences(behavior.ResponseHeadersPolicyId)).toEqual([headers.id]);
    }
    expect(headers.Properties).toMatchObject({
      ResponseHeadersPolicyConfig: {
        SecurityHeadersConfig: {
          ContentTypeOptions: { Override: true },
          ContentSecurityPolicy: {
            ContentSecurityPolicy: expect.stringContaining("default-src 'none'"),
          },
          StrictTransportSecurity: { AccessControlMaxAgeSec: 31_536_000 },
        },
      },
    });
  });
});

describe('the function that normalizes paths', () => {
  const { FunctionCode, FunctionConfig } = getOnlyResource<{
    FunctionCode: { 'Fn::Join': ['', unknown[]] };
    FunctionConfig: { Runtime: string };
  }>(template, 'AWS::CloudFront::Function').Properties;
  const [, parts] = FunctionCode['Fn::Join'];
  const code = parts.map((part) => (typeof part === 'string' ? part : '')).join('');
  const handler = new Script(`${code}\nhandler`).runInNewContext() as (event: object) => {
    uri: string;
  };
  const normalize = (uri: string) => handler({ request: { uri } }).uri;
  const id = '01k9wr00000123456789abcdefghjkmnpqrs';

  it('uses the newest runtime and is within its size limit', () => {
    expect(FunctionConfig.Runtime).toBe('cloudfront-js-2.0');
    expect(code.length).toBeLessThan(10_000);
    // The runtime has no modules, optional chaining or nullish coalescing.
    expect(code).not.toMatch(/\bimport\b|\brequire\b|\?\.|\?\?/);
  });

  it.each([
    `/images/w_320,h_240/${id}`,
    `/images/w_0320,h_00240/${id}`,
    `/images/w_320%2Ch_240/${id}`,
    `/images/w%5F320%2ch%5F240/${id}`,
    `/images/w_320,h_240/${id}/`,
    `//images//w_320,h_240/${id}`,
  ])('normalizes %s', (uri) => {
    expect(normalize(uri)).toBe(`/images/w_320,h_240/${id}`);
  });

  it.each([
    'w_,h_',
    'w_%2Ch_',
    'w_',
    'w_10',
    'h_10,w_10',
    'w_-1,h_5',
    'w_1.5,h_',
    'w_ten,h_10',
    'w_%7Bwidth%7D,h_%7Bheight%7D',
    'w_%00',
    `w_${'9'.repeat(2000)},h_`,
  ])('maps %s to an invalid size', (size) => {
    expect(normalize(`/images/${size}/${id}`)).toBe(`/images/w_0,h_0/${id}`);
    expect(normalize(`//images/${size}/${id}/`)).toBe(`/images/w_0,h_0/${id}`);
  });

  it.each([
    `/images/${id}`,
    `/images/w_320,h_/${id}`,
    '/images/w_0,h_5/x',
    '/anything-else',
  ])('does not change %s', (uri) => {
    expect(normalize(uri)).toBe(uri);
  });

  it('redirects the root to the documentation of the main API', () => {
    expect(listReferences(FunctionCode)[0]).toMatch(/^MainApi/);
    expect(handler({ request: { uri: '/' } })).toMatchObject({
      statusCode: 303,
      headers: {
        location: { value: expect.stringContaining('/v7.1/docs/') },
        'cache-control': { value: 'no-store' },
        'referrer-policy': { value: 'no-referrer' },
      },
    });
  });

  it.each([
    '/images/%',
    '/images/%00',
    '/a%20b',
    `/images/../${id}`,
    '/images/%2e%2e%2f',
    '/images/{width}/x',
    `/images/${'x'.repeat(2000)}`,
    '/images/w_{width},h_/../x',
    '/ä',
  ])('maps %s to a path that does not exist', (uri) => {
    expect(normalize(uri)).toBe('/');
  });
});
