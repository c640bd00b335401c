import type { Construct } from 'constructs';
import type { BaseUrlName } from '#shared/contract/endpoint.ts';
import { type SignUpMode, signUpModes } from '#shared/contract/settings.ts';
import { type LogLevel, logLevels } from '#shared/runtime/log.ts';
import {
  createSettingReader,
  parseChoice,
  parseLimit,
  parseOptionalLimit,
  parsePattern,
  parseSwitch,
  rejectUnknownSettings,
  type SettingReader,
} from './setting-reader.ts';

/** The settings of an operator: `cdk deploy --context <name>=<value>` (decision 0012). */
export interface Settings {
  /** `stackName`: allows several stacks in an account and region. Has a default if undefined. */
  stackName: string | undefined;
  /** `terminationProtection`: whether the stack cannot be deleted. Defaults to true. */
  terminationProtection: boolean;
  /** `mainDomain`, `authDomain`, `diaryDomain`, `cdnDomain`: custom domain names. */
  domains: Readonly<Partial<Record<BaseUrlName, string>>>;
  /** `certificateArn`: the certificate of the APIs' domain names, in the stack's region. */
  certificateArn: string | undefined;
  /** `cdnCertificateArn`: the certificate of the CDN's domain name, in us-east-1. */
  cdnCertificateArn: string | undefined;
  /** `throttlingRate` (requests a second) and `throttlingBurst` (concurrent requests) of an API. */
  throttling: { rate: number; burst: number };
  /** `wafRateLimit`: requests of an IP address to the APIs in five minutes. Undefined: no WAF. */
  wafRateLimit: number | undefined;
  /** `cdnWebAclArn`: a web ACL for the CDN, in us-east-1. */
  cdnWebAclArn: string | undefined;
  /** `imageRenderConcurrency`: the concurrent executions that are reserved to render images. */
  imageRenderConcurrency: number | undefined;
  /** `logLevel`: the lowest level of log lines. Undefined means `info`. */
  logLevel: LogLevel | undefined;
  /** `tableStreamArn`: the stream of a restored table, which replaces the stack's own table. */
  tableStreamArn: string | undefined;
  /** `alarmTopicArn`: the SNS topic for alarms. */
  alarmTopicArn: string | undefined;
  /** `signUp`: who can create an account. Defaults to `off`. */
  signUp: SignUpMode;
  /** `mailFrom`: the verified address that mail is sent from. Without it no mail is sent. */
  mailFrom: string | undefined;
  /** `mailRegion`: the region of Amazon SES. Defaults to the region of the stack. */
  mailRegion: string | undefined;
  /** False with `gatewayLogRole=existing`: API Gateway of the account can write logs already. */
  createsGatewayLogRole: boolean;
}

/** The setting with the certificate for the custom domain name of each base URL. */
const certificates = [
  { name: 'main', certificateSetting: 'certificateArn' },
  { name: 'auth', certificateSetting: 'certificateArn' },
  { name: 'diary', certificateSetting: 'certificateArn' },
  { name: 'cdn', certificateSetting: 'cdnCertificateArn' },
] as const satisfies readonly { name: BaseUrlName; certificateSetting: string }[];

/** The names of all settings (decision 0012). */
export const settingNames: readonly string[] = [
  'stackName',
  'terminationProtection',
  'mainDomain',
  'authDomain',
  'diaryDomain',
  'certificateArn',
  'cdnDomain',
  'cdnCertificateArn',
  'throttlingRate',
  'throttlingBurst',
  'wafRateLimit',
  'cdnWebAclArn',
  'imageRenderConcurrency',
  'logLevel',
  'tableStreamArn',
  'alarmTopicArn',
  'signUp',
  'mailFrom',
  'mailRegion',
  'gatewayLogRole',
];

/** Names of resources contain the name of the stack and are limited to 64 characters. */
const stackNameForm = {
  pattern: /^[A-Za-z][A-Za-z0-9-]{0,31}$/,
  form: 'a letter and up to 31 letters, digits or hyphens',
};

const webAclForm = {
  pattern: /^arn:[\w-]+:wafv2:us-east-1:\d{12}:global\/webacl\/./,
  form: 'the ARN of a web ACL for CloudFront',
};

const streamForm = {
  pattern: /^arn:[\w-]+:dynamodb:[\w-]+:\d{12}:table\/[^/]+\/stream\/./,
  form: 'the ARN of a stream',
};

/** The lowest limit of a rate-based rule that AWS WAF accepts. */
const minWafRateLimit = 10;

/** Reads the settings from the context of `scope`. Throws an error that says what to change. */
export function readSettings(scope: Construct): Settings {
  rejectUnknownSettings(scope, settingNames);
  const read = createSettingReader(scope);
  const protection = read('terminationProtection') ?? 'true';
  return {
    stackName: parsePattern('stackName', read('stackName'), stackNameForm),
    terminationProtection: parseSwitch('terminationProtection', protection),
    domains: readDomains(read),
    certificateArn: read('certificateArn'),
    cdnCertificateArn: read('cdnCertificateArn'),
    throttling: {
      rate: parseLimit('throttlingRate', read('throttlingRate') ?? '500'),
      burst: parseLimit('throttlingBurst', read('throttlingBurst') ?? '1000'),
    },
    wafRateLimit: parseOptionalLimit(
      'wafRateLimit',
      read('wafRateLimit'),
      minWafRateLimit,
    ),
    cdnWebAclArn: parsePattern('cdnWebAclArn', read('cdnWebAclArn'), webAclForm),
    imageRenderConcurrency: parseOptionalLimit(
      'imageRenderConcurrency',
      read('imageRenderConcurrency'),
    ),
    logLevel: parseChoice('logLevel', read('logLevel'), logLevels),
    tableStreamArn: parsePattern('tableStreamArn', read('tableStreamArn'), streamForm),
    alarmTopicArn: read('alarmTopicArn'),
    ...readMailSettings(read),
    createsGatewayLogRole: read('gatewayLogRole') !== 'existing',
  };
}

const addressForm = {
  pattern: /^[\w.+-]+@[a-z0-9.-]+$/i,
  form: 'an address such as no-reply@example.com',
};

/**
 * Reads the settings of sign-up and mail. Throws an error if a value is invalid, or if people can
 * sign up although the service cannot send the mail that confirms their addresses.
 */
function readMailSettings(
  read: SettingReader,
): Pick<Settings, 'signUp' | 'mailFrom' | 'mailRegion'> {
  const mailFrom = parsePattern('mailFrom', read('mailFrom'), addressForm);
  const signUp = parseChoice('signUp', read('signUp'), signUpModes) ?? 'off';
  if (signUp !== 'off' && mailFrom === undefined) {
    throw new Error(
      `signUp=${signUp} sends mail: add --context mailFrom=<address>, ` +
        'which Amazon SES has verified.',
    );
  }
  return { signUp, mailFrom, mailRegion: read('mailRegion') };
}

/** Reads the custom domain names. Throws an error if the certificate of one is missing. */
function readDomains(read: SettingReader): Settings['domains'] {
  const domains: Partial<Record<BaseUrlName, string>> = {};
  for (const { name, certificateSetting } of certificates) {
    const domain = read(`${name}Domain`);
    if (!domain) continue;
    if (!read(certificateSetting)) {
      throw new Error(
        `The domain name ${domain} needs a certificate: ` +
          `add --context ${certificateSetting}=<arn>.`,
      );
    }
    domains[name] = domain;
  }
  return domains;
}
