import {
  type DomainNameOptions,
  EndpointType,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { Construct } from 'constructs';
import type { Host } from '#shared/contract/endpoint.ts';
import type { Settings } from '../base/settings.ts';

/** Returns the custom domain name of a host's API, or undefined if the operator set none. */
export function getCustomDomain(
  scope: Construct,
  host: Host,
  { domains, certificateArn }: Settings,
): DomainNameOptions | undefined {
  const domainName = domains[host];
  if (!domainName || !certificateArn) return undefined;
  return {
    domainName,
    certificate: Certificate.fromCertificateArn(
      scope,
      `${host}Certificate`,
      certificateArn,
    ),
    endpointType: EndpointType.REGIONAL,
    securityPolicy: SecurityPolicy.TLS_1_2,
  };
}
