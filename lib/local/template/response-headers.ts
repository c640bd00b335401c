import type { HeaderLines } from '../gateway/message.ts';
import type { Stack } from './stack.ts';

interface PolicyProperties {
  ResponseHeadersPolicyConfig: {
    CorsConfig?: { AccessControlAllowOrigins: { Items: string[] } };
    CustomHeadersConfig?: { Items: { Header: string; Value: string }[] };
    SecurityHeadersConfig?: {
      ContentSecurityPolicy?: { ContentSecurityPolicy: string };
      ContentTypeOptions?: object;
      FrameOptions?: { FrameOption: string };
      ReferrerPolicy?: { ReferrerPolicy: string };
    };
  };
}

/** The headers that a response headers policy of the stack sets on every answer; plain HTTP cannot ask for TLS. */
export function readResponseHeaders(stack: Stack, policyId: string | undefined): HeaderLines {
  const policy = stack
    .resources<PolicyProperties>('AWS::CloudFront::ResponseHeadersPolicy')
    .find(({ ref }) => ref === policyId);
  const {
    CorsConfig,
    CustomHeadersConfig,
    SecurityHeadersConfig = {},
  } = policy?.properties.ResponseHeadersPolicyConfig ?? {};
  const { ContentSecurityPolicy, ContentTypeOptions, FrameOptions, ReferrerPolicy } =
    SecurityHeadersConfig;
  const headers: [string, string | undefined][] = [
    ['Access-Control-Allow-Origin', CorsConfig?.AccessControlAllowOrigins.Items.join(', ')],
    ['Content-Security-Policy', ContentSecurityPolicy?.ContentSecurityPolicy],
    ['X-Content-Type-Options', ContentTypeOptions && 'nosniff'],
    ['X-Frame-Options', FrameOptions?.FrameOption],
    ['Referrer-Policy', ReferrerPolicy?.ReferrerPolicy],
    ...(CustomHeadersConfig?.Items ?? []).map(({ Header, Value }): [string, string] => [
      Header,
      Value,
    ]),
  ];
  return headers.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}
