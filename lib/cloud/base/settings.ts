import type { Construct } from 'constructs';
import type { Address } from '#shared/contract/endpoint.ts';

/** What an operator may choose, each with `cdk deploy --context <name>=<value>`; see decision 0012. */
export interface Settings {
  /** Custom domain names: `mainDomain`, `authDomain`, `diaryDomain`, `cdnDomain`. */
  domains: Readonly<Partial<Record<Address, string>>>;
  /** `certificateArn`: the certificate, in the stack's region, that covers the domain names of the APIs. */
  certificateArn: string | undefined;
  /** `cdnCertificateArn`: the certificate of the CDN's domain name, in us-east-1, where CloudFront looks for it. */
  cdnCertificateArn: string | undefined;
  /** `throttlingRate` (requests a second) and `throttlingBurst` (requests at once), for each API. */
  throttling: { rate: number; burst: number };
  /** `alarmTopicArn`: the SNS topic that alarms are sent to. */
  alarmTopicArn: string | undefined;
  /** `gatewayLogRole=existing`: the account's API Gateway can write logs already; leave that setting alone. */
  createsGatewayLogRole: boolean;
}

/** The address whose domain name needs each certificate. */
const certificates = {
  certificateArn: ['main', 'auth', 'diary'],
  cdnCertificateArn: ['cdn'],
} as const satisfies Record<string, readonly Address[]>;

/** Reads the settings from the context of `scope`. Throws an error that says which value to change, and how. */
export function readSettings(scope: Construct): Settings {
  const text = (name: string): string | undefined => scope.node.tryGetContext(name) || undefined;
  const domains: Partial<Record<Address, string>> = {};
  for (const [certificate, addresses] of Object.entries(certificates))
    for (const address of addresses) {
      const domain = text(`${address}Domain`);
      if (!domain) continue;
      if (!text(certificate))
        throw new Error(
          `The domain name ${domain} needs a certificate: give --context ${certificate}=<arn>.`,
        );
      domains[address] = domain;
    }
  return {
    domains,
    certificateArn: text('certificateArn'),
    cdnCertificateArn: text('cdnCertificateArn'),
    throttling: {
      rate: wholeNumber('throttlingRate', text('throttlingRate') ?? '500'),
      burst: wholeNumber('throttlingBurst', text('throttlingBurst') ?? '1000'),
    },
    alarmTopicArn: text('alarmTopicArn'),
    createsGatewayLogRole: text('gatewayLogRole') !== 'existing',
  };
}

function wholeNumber(name: string, value: string): number {
  if (/^[1-9]\d{0,5}$/.test(value)) return Number(value);
  throw new Error(`The context value ${name} must be a whole number above 0, not ${value}.`);
}
