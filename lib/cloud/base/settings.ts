import type { Construct } from 'constructs';
import {
  type MetadataClientMode,
  metadataClientModes,
  type RegistrationMode,
  registrationModes,
  type ServiceIdentity,
  type SignUpMode,
  signUpModes,
} from '#shared/contract/resources.ts';
import { type LogLevel, logLevels } from '#shared/runtime/log.ts';
import {
  buildServiceIdentity,
  identityForms,
  mailFromForm,
} from '../../deployment/service-identity.ts';

/** The hosts that can have a domain name. The MCP endpoint is a path of the main one. */
const domainNames = ['main', 'auth', 'diary', 'cdn'] as const;
type DomainName = (typeof domainNames)[number];

/** The settings of an operator: `cdk deploy --context <name>=<value>` (decision 0012). */
export interface Settings {
  /** `stackName`: allows several stacks in an account and region. Has a default if undefined. */
  stackName: string | undefined;
  /** `terminationProtection`: whether the stack cannot be deleted. Defaults to true. */
  terminationProtection: boolean;
  /** `mainDomain`, `authDomain`, `diaryDomain`, `cdnDomain`: custom domain names. */
  domains: Readonly<Partial<Record<DomainName, string>>>;
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
  /** `queueConcurrency`: the functions of syncs at the same time, and of each queue up to 50. */
  queueConcurrency: number | undefined;
  /** `messageDays`: how long a message waits at most in a queue for its first delivery. */
  messageDays: number;
  /** `logLevel`: the lowest level of log lines. Undefined means `info`. */
  logLevel: LogLevel | undefined;
  /** `tableStreamArn`: the stream of a restored table, which replaces the stack's own table. */
  tableStreamArn: string | undefined;
  /**
   * `signingKeys`: the numbers of the keys that sign id_tokens, e.g. `2,1`. The first one signs.
   */
  signingKeys: readonly string[];
  /** `alarmTopicArn`: the SNS topic for alarms. */
  alarmTopicArn: string | undefined;
  /** `tags`: further tags of all resources, e.g. `team=fitness,cost-center=42`. */
  tags: Readonly<Record<string, string>>;
  /** `tracing`: whether AWS X-Ray traces requests. Defaults to false. */
  isTraced: boolean;
  /** `budget`: the dollars of a month beyond which the alarm topic is told. */
  budget: number | undefined;
  /** `accessLogs`: whether the CDN and the buckets log their requests. Defaults to false. */
  logsAccess: boolean;
  /** `canary`: the minutes between two smoke tests. An alarm expects them. */
  canaryMinutes: number | undefined;
  /** `signUp`: who can create an account. Defaults to `off`. */
  signUp: SignUpMode;
  /** `registration`: who can register applications. Defaults to `off`, the operator only. */
  registration: RegistrationMode;
  /** `metadataClients`: who may be a client by a metadata document. Defaults to `pinned`. */
  metadataClients: MetadataClientMode;
  /** `mailFrom`: the verified address that mail is sent from. Without it no mail is sent. */
  mailFrom: string | undefined;
  /** `mailRegion`: the region of Amazon SES. Defaults to the region of the stack. */
  mailRegion: string | undefined;
  /** `serviceName`, `contact`, `privacyUrl`, `termsUrl`, `logo`: what pages and mail show. */
  service: ServiceIdentity;
  /** False with `gatewayLogRole=existing`: API Gateway of the account can write logs already. */
  createsGatewayLogRole: boolean;
}

/** Any value is valid without a pattern. */
interface SettingForm {
  pattern?: RegExp;
  /** Completes the sentence "The value must be". */
  form?: string;
  default?: string;
}

const isBoolean: SettingForm = { pattern: /^(?:true|false)$/, form: 'true or false' };

const limit: SettingForm = { pattern: /^[1-9]\d{0,5}$/, form: 'a positive integer' };

function toChoice(choices: readonly string[]): SettingForm {
  return {
    pattern: RegExp(`^(?:${choices.join('|')})$`),
    form: `one of ${choices.join(', ')}`,
  };
}

const domain: SettingForm = {
  pattern: /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z\d-]{2,}$/,
  form: 'a host name such as api.example.com',
};

/** The requests a second and the concurrent requests of each API. */
export const throttlingDefaults = { rate: 500, burst: 1000 } as const;

/** A tag of the operator. The stack has tags of its own, and AWS those that begin with `aws:`. */
const tag = String.raw`(?!aws:|(?:service|stack|release)=)[\w.:/+@-]{1,128}=[\w .:/+@-]{0,256}`;

/** The settings by name, in the order in which an error lists them (decision 0012). */
const forms = {
  stackName: {
    // Names of resources contain the name of the stack and are limited to 64 characters.
    pattern: /^[A-Za-z][A-Za-z0-9-]{0,31}$/,
    form: 'a letter and up to 31 letters, digits or hyphens',
  },
  terminationProtection: { ...isBoolean, default: 'true' },
  mainDomain: domain,
  authDomain: domain,
  diaryDomain: domain,
  certificateArn: {
    pattern: /^arn:[\w-]+:acm:[\w-]+:\d{12}:certificate\/./,
    form: 'the ARN of a certificate',
  },
  cdnDomain: domain,
  cdnCertificateArn: {
    pattern: /^arn:[\w-]+:acm:us-east-1:\d{12}:certificate\/./,
    form: 'the ARN of a certificate in us-east-1',
  },
  throttlingRate: { ...limit, default: String(throttlingDefaults.rate) },
  throttlingBurst: { ...limit, default: String(throttlingDefaults.burst) },
  wafRateLimit: limit,
  cdnWebAclArn: {
    pattern: /^arn:[\w-]+:wafv2:us-east-1:\d{12}:global\/webacl\/./,
    form: 'the ARN of a web ACL for CloudFront',
  },
  imageRenderConcurrency: limit,
  queueConcurrency: {
    // Lambda accepts no less. The schedule of syncs can start those of 200 functions in a minute.
    pattern: /^(?:[2-9]|[1-9]\d|1\d\d|200)$/,
    form: 'a number from 2 to 200',
  },
  messageDays: {
    // Retries go on for a day, and a message that gets too old meanwhile is lost. Its age goes on
    // in the dead-letter queue, which SQS lets keep it for 14 days.
    pattern: /^(?:[2-9]|10)$/,
    form: 'a number from 2 to 10',
    default: '4',
  },
  logLevel: toChoice(logLevels),
  tableStreamArn: {
    pattern: /^arn:[\w-]+:dynamodb:[\w-]+:\d{12}:table\/[^/]+\/stream\/./,
    form: 'the ARN of a stream',
  },
  signingKeys: {
    pattern: /^([1-9]\d?)(?:,(?!\1$)[1-9]\d?)?$/,
    form: 'one number from 1 to 99, or two different ones with a comma',
    default: '1',
  },
  alarmTopicArn: {
    pattern: /^arn:[\w-]+:sns:[\w-]+:\d{12}:[\w.-]+$/,
    form: 'the ARN of a topic',
  },
  tags: {
    pattern: RegExp(`^${tag}(?:,${tag})*$`),
    form: 'pairs such as team=fitness,cost-center=42, without service, stack and release',
  },
  tracing: isBoolean,
  budget: limit,
  accessLogs: isBoolean,
  canary: { pattern: /^(?:[5-9]|[1-5]\d|60)$/, form: 'from 5 to 60 minutes' },
  signUp: { ...toChoice(signUpModes), default: 'off' },
  registration: { ...toChoice(registrationModes), default: 'off' },
  metadataClients: { ...toChoice(metadataClientModes), default: 'pinned' },
  mailFrom: mailFromForm,
  mailRegion: {
    pattern: /^[a-z]{2}(?:-[a-z]+)+-\d+$/,
    form: 'a region such as eu-west-1',
  },
  ...identityForms,
  gatewayLogRole: toChoice(['existing']),
} as const satisfies Record<string, SettingForm>;

type SettingName = keyof typeof forms;

/** The names of all settings (decision 0012). */
export const settingNames: readonly string[] = Object.keys(forms);

/** Returns the value of a setting, or its default. Throws if the value has the wrong form. */
type SettingReader = (name: SettingName) => string | undefined;

/** Creates the reader of the settings of `scope`. An empty value counts as absent. */
function createSettingReader(scope: Construct): SettingReader {
  return (name) => {
    const { pattern, form, default: defaultValue }: SettingForm = forms[name];
    const given: unknown = scope.node.tryGetContext(name);
    if (given === undefined || given === '') return defaultValue;

    const value = String(given);
    if (pattern?.test(value) === false)
      throw new Error(`The context value ${name} must be ${form}, not ${value}.`);
    return value;
  };
}

/**
 * Throws an error if context values have the name of a setting that does not exist, e.g. because it
 * is misspelled. Names of the CDK's own context values contain a colon, a slash or a hyphen.
 */
export function rejectUnknownSettings(contextNames: readonly string[]): void {
  const givenNames = contextNames.filter((name) => /^[a-z]\w*$/i.test(name));
  const unknown = givenNames.filter((name) => !settingNames.includes(name));
  if (unknown.length > 0)
    throw new Error(
      `Unknown context value ${unknown.join(', ')}. ` +
        `The settings are ${settingNames.join(', ')}.`,
    );
}

/** The lowest limit of a rate-based rule that AWS WAF accepts. */
const minWafRateLimit = 10;

/** Reads the settings from the context of `scope`. Throws an error that says what to change. */
export function readSettings(scope: Construct): Settings {
  rejectUnknownSettings(Object.keys(scope.node.getAllContext()));
  const read = createSettingReader(scope);
  const readNumber = (name: SettingName) => {
    const value = read(name);
    return value === undefined ? undefined : Number(value);
  };
  const logLevel = read('logLevel');
  const metadataClients = read('metadataClients');
  const wafRateLimit = readNumber('wafRateLimit');
  if (wafRateLimit !== undefined && wafRateLimit < minWafRateLimit)
    throw new Error(
      `The context value wafRateLimit must be at least ${minWafRateLimit}, not ${wafRateLimit}.`,
    );

  return {
    stackName: read('stackName'),
    terminationProtection: read('terminationProtection') === 'true',
    domains: readDomains(read),
    certificateArn: read('certificateArn'),
    cdnCertificateArn: read('cdnCertificateArn'),
    throttling: {
      rate: Number(read('throttlingRate')),
      burst: Number(read('throttlingBurst')),
    },
    wafRateLimit,
    cdnWebAclArn: read('cdnWebAclArn'),
    imageRenderConcurrency: readNumber('imageRenderConcurrency'),
    queueConcurrency: readNumber('queueConcurrency'),
    messageDays: Number(read('messageDays')),
    logLevel: logLevels.find((level) => level === logLevel),
    tableStreamArn: read('tableStreamArn'),
    signingKeys: read('signingKeys')?.split(',') ?? [],
    ...readMonitoringSettings(read),
    ...readMailSettings(read),
    metadataClients:
      metadataClientModes.find((mode) => mode === metadataClients) ?? 'pinned',
    service: readServiceIdentity(read),
    createsGatewayLogRole: read('gatewayLogRole') !== 'existing',
  };
}

/** Reads the settings of what operators see. Throws an error if nobody would hear of the budget. */
function readMonitoringSettings(read: SettingReader) {
  const alarmTopicArn = read('alarmTopicArn');
  const [budget, canary] = [read('budget'), read('canary')];
  if (budget !== undefined && alarmTopicArn === undefined)
    throw new Error('The budget is told to a topic: add --context alarmTopicArn=<arn>.');
  const tags = (read('tags') ?? '').split(',').filter(Boolean);
  return {
    alarmTopicArn,
    tags: Object.fromEntries(tags.map((tag) => tag.split('='))),
    isTraced: read('tracing') === 'true',
    budget: budget === undefined ? undefined : Number(budget),
    logsAccess: read('accessLogs') === 'true',
    canaryMinutes: canary === undefined ? undefined : Number(canary),
  };
}

/**
 * Reads the settings of what people can do by themselves, and of mail. Throws an error if people
 * can sign up or register applications although the service cannot send the mail that confirms
 * their addresses.
 */
function readMailSettings(read: SettingReader) {
  const mailFrom = read('mailFrom');
  for (const name of ['signUp', 'registration'] as const) {
    const mode = read(name);
    if (mode === 'off' || mailFrom !== undefined) continue;
    throw new Error(
      `${name}=${mode} sends mail: add --context mailFrom=<address>, ` +
        'which Amazon SES has verified.',
    );
  }
  const signUp = signUpModes.find((mode) => mode === read('signUp')) ?? 'off';
  const registration =
    registrationModes.find((mode) => mode === read('registration')) ?? 'off';
  return { signUp, registration, mailFrom, mailRegion: read('mailRegion') };
}

function readServiceIdentity(read: SettingReader): ServiceIdentity {
  return buildServiceIdentity({
    serviceName: read('serviceName'),
    contact: read('contact'),
    privacyUrl: read('privacyUrl'),
    termsUrl: read('termsUrl'),
    logo: read('logo'),
  });
}

/** Reads the custom domain names. Throws an error if the certificate of one is missing. */
function readDomains(read: SettingReader): Settings['domains'] {
  const domains: Partial<Record<DomainName, string>> = {};
  for (const name of domainNames) {
    const certificate = name === 'cdn' ? 'cdnCertificateArn' : 'certificateArn';
    const domain = read(`${name}Domain`);
    if (domain === undefined) continue;
    if (read(certificate) === undefined) {
      throw new Error(
        `The domain name ${domain} needs a certificate: ` +
          `add --context ${certificate}=<arn>.`,
      );
    }
    domains[name] = domain;
  }
  return domains;
}
