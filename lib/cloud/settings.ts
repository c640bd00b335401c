import type { Construct } from 'constructs';
import type { Host } from '../../shared/contract/endpoint.ts';

/** What an operator may choose, each with `cdk deploy --context <name>=<value>`; see decision 0011. */
export interface Settings {
  /** Custom domain names: `mainDomain`, `authDomain`, `diaryDomain`. */
  domains: Readonly<Partial<Record<Host, string>>>;
  /** `certificateArn`: the certificate, in the stack's region, that covers every custom domain name. */
  certificateArn: string | undefined;
  /** `cdnDomain`: the host that serves pictures. */
  cdnDomain: string | undefined;
  /** `throttlingRate` (requests a second) and `throttlingBurst` (requests at once), for each API. */
  throttling: { rate: number; burst: number };
  /** `alarmTopicArn`: the SNS topic that alarms are sent to. */
  alarmTopicArn: string | undefined;
  /** `gatewayLogRole=existing`: the account's API Gateway can write logs already; leave that setting alone. */
  createsGatewayLogRole: boolean;
}

/** Reads the settings from the context of `scope`. Throws an error that says which value to change, and how. */
export function readSettings(scope: Construct): Settings {
  const text = (name: string): string | undefined => scope.node.tryGetContext(name) || undefined;
  const domains = {
    ...(text('mainDomain') && { main: text('mainDomain') }),
    ...(text('authDomain') && { auth: text('authDomain') }),
    ...(text('diaryDomain') && { diary: text('diaryDomain') }),
  } as Settings['domains'];
  const certificateArn = text('certificateArn');
  if (Object.keys(domains).length > 0 && !certificateArn)
    throw new Error('A custom domain name needs its certificate: give --context certificateArn=<arn>.');
  return {
    domains,
    certificateArn,
    cdnDomain: text('cdnDomain'),
    throttling: {
      rate: wholeNumber('throttlingRate', text('throttlingRate'), 500),
      burst: wholeNumber('throttlingBurst', text('throttlingBurst'), 1000),
    },
    alarmTopicArn: text('alarmTopicArn'),
    createsGatewayLogRole: text('gatewayLogRole') !== 'existing',
  };
}

function wholeNumber(name: string, value: string | undefined, otherwise: number): number {
  const number = Number(value ?? otherwise);
  if (Number.isInteger(number) && number > 0) return number;
  throw new Error(`The context value ${name} must be a whole number above 0, not ${value}.`);
}
