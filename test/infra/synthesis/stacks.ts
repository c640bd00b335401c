import { endpoints } from '../built-stack.ts';
import { synthesizeStack } from './synthesize-stack.ts';

const listEndpoints = (...ids: string[]) =>
  endpoints.filter(({ id }) => ids.includes(id));

/** The longest name that the setting `stackName` accepts. */
export const stackName = `Fitness-${'x'.repeat(24)}`;
export const namedEndpoints = listEndpoints('diary/entry/read');
/** A stack of one endpoint with a name, and the defaults of all other settings. */
export const namedStack = synthesizeStack(
  { endpoints: namedEndpoints, consumers: [] },
  { stackName },
);
export const tableArn = 'arn:aws:dynamodb:eu-west-1:123456789012:table/Restored';
/** Settings that do not depend on each other, for one stack that has them all. */
export const settings = {
  stackName,
  mainDomain: 'api.example.com',
  certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/1',
  cdnDomain: 'images.example.com',
  cdnCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/2',
  terminationProtection: 'false',
  alarmTopicArn: 'arn:aws:sns:eu-west-1:123456789012:alarms',
  tags: 'team=fitness,cost-center=42',
  tracing: 'true',
  budget: '50',
  accessLogs: 'true',
  canary: '30',
  gatewayLogRole: 'existing',
  wafRateLimit: '3000',
  cdnWebAclArn: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/images/1',
  imageRenderConcurrency: '20',
  queueConcurrency: '20',
  messageDays: '7',
  logLevel: 'warn',
  tableStreamArn: `${tableArn}/stream/2026-11-20T00:00:00.000`,
  mailFrom: 'no-reply@mail.example.com',
  mailRegion: 'eu-west-1',
  signUp: 'invited',
  registration: 'open',
  serviceName: 'Fitness club',
  contact: 'help@example.com',
  privacyUrl: 'https://example.com/privacy',
  termsUrl: 'https://example.com/terms',
};
/** Two endpoints: one that uses the table, and one that sends mail. */
export const configuredEndpoints = listEndpoints(
  'main/data-source/list',
  'auth/sign-in/show',
);
export const configuredStack = synthesizeStack(
  { endpoints: configuredEndpoints },
  settings,
);
