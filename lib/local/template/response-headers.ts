import type { HeaderLines } from '../http/message.ts';
import type { Stack } from './stack.ts';

interface ResponseHeadersPolicyConfig {
  CorsConfig?: { AccessControlAllowOrigins: { Items: string[] } };
  CustomHeadersConfig?: { Items: { Header: string; Value: string }[] };
  SecurityHeadersConfig?: {
    ContentSecurityPolicy?: { ContentSecurityPolicy: string };
    ContentTypeOptions?: object;
    FrameOptions?: { FrameOption: string };
    ReferrerPolicy?: { ReferrerPolicy: string };
    StrictTransportSecurity?: { AccessControlMaxAgeSec: number };
  };
}

interface PolicyProperties {
  ResponseHeadersPolicyConfig: ResponseHeadersPolicyConfig;
}

/** Returns the security and CORS headers of a policy, with undefined for those that it lacks. */
function getStandardHeaders({
  CorsConfig,
  SecurityHeadersConfig = {},
}: ResponseHeadersPolicyConfig) {
  const {
    ContentSecurityPolicy,
    ContentTypeOptions,
    FrameOptions,
    ReferrerPolicy,
    StrictTransportSecurity,
  } = SecurityHeadersConfig;
  const allowedOrigins = CorsConfig?.AccessControlAllowOrigins.Items;

  return {
    'Access-Control-Allow-Origin': allowedOrigins?.join(', '),
    'Content-Security-Policy': ContentSecurityPolicy?.ContentSecurityPolicy,
    'X-Content-Type-Options': ContentTypeOptions && 'nosniff',
    'X-Frame-Options': FrameOptions?.FrameOption,
    'Referrer-Policy': ReferrerPolicy?.ReferrerPolicy,
    'Strict-Transport-Security':
      StrictTransportSecurity &&
      `max-age=${StrictTransportSecurity.AccessControlMaxAgeSec}`,
  };
}

/** Reads the headers that a response headers policy of the stack adds to every response. */
export function readResponseHeaders(
  stack: Stack,
  policyId: string | undefined,
): HeaderLines {
  const policies = stack.listResources<PolicyProperties>(
    'AWS::CloudFront::ResponseHeadersPolicy',
  );
  const policy = policies.find(({ ref }) => ref === policyId);
  if (!policy) return [];

  const config = policy.properties.ResponseHeadersPolicyConfig;
  const standard = Object.entries(getStandardHeaders(config));
  const custom = (config.CustomHeadersConfig?.Items ?? []).map(
    ({ Header, Value }) => [Header, Value] as const,
  );
  return [...standard, ...custom].flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
}
