import type { Construct } from 'constructs';
import type { Address } from '#shared/contract/endpoint.ts';

/** The settings of an operator: `cdk deploy --context <name>=<value>` (decision 0012). */
export interface Settings {
  /** `mainDomain`, `authDomain`, `diaryDomain`, `cdnDomain`: custom domain names. */
  domains: Readonly<Partial<Record<Address, string>>>;
  /** `certificateArn`: the certificate of the APIs' domain names, in the stack's region. */
  certificateArn: string | undefined;
  /** `cdnCertificateArn`: the certificate of the CDN's domain name, in us-east-1. */
  cdnCertificateArn: string | undefined;
  /** `throttlingRate` (requests a second) and `throttlingBurst` (concurrent requests) of an API. */
  throttling: { rate: number; burst: number };
  /** `alarmTopicArn`: the SNS topic for alarms. */
  alarmTopicArn: string | undefined;
  /** False with `gatewayLogRole=existing`: API Gateway of the account can write logs already. */
  createsGatewayLogRole: boolean;
}

/** The addresses, and the context value with the certificate that each needs. */
const certificates = [
  { address: 'main', certificate: 'certificateArn' },
  { address: 'auth', certificate: 'certificateArn' },
  { address: 'diary', certificate: 'certificateArn' },
  { address: 'cdn', certificate: 'cdnCertificateArn' },
] as const satisfies readonly { address: Address; certificate: string }[];

/** Reads the settings from the context of `scope`. Throws an error that says what to change. */
export function readSettings(scope: Construct): Settings {
  const read = (name: string): string | undefined =>
    scope.node.tryGetContext(name) || undefined;
  return {
    domains: readDomains(read),
    certificateArn: read('certificateArn'),
    cdnCertificateArn: read('cdnCertificateArn'),
    throttling: {
      rate: parseLimit('throttlingRate', read('throttlingRate') ?? '500'),
      burst: parseLimit('throttlingBurst', read('throttlingBurst') ?? '1000'),
    },
    alarmTopicArn: read('alarmTopicArn'),
    createsGatewayLogRole: read('gatewayLogRole') !== 'existing',
  };
}

/** Reads the custom domain names. Throws an error if the certificate of one is missing. */
function readDomains(read: (name: string) => string | undefined): Settings['domains'] {
  const domains: Partial<Record<Address, string>> = {};
  for (const { address, certificate } of certificates) {
    const domain = read(`${address}Domain`);
    if (!domain) continue;
    if (!read(certificate)) {
      throw new Error(
        `The domain name ${domain} needs a certificate: add --context ${certificate}=<arn>.`,
      );
    }
    domains[address] = domain;
  }
  return domains;
}

function parseLimit(name: string, value: string): number {
  if (/^[1-9]\d{0,5}$/.test(value)) return Number(value);
  throw new Error(`The context value ${name} must be a positive integer, not ${value}.`);
}
