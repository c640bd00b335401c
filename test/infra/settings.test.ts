import { describe, expect, it } from 'vitest';
import { endpoints, template } from './built-stack.ts';
import { synthesizeStack } from './synthesis.ts';
import {
  findApiId,
  getDocument,
  getOnlyResource,
  listResources,
  type SynthesizedTemplate,
} from './template.ts';

const getProperties = (host: 'main' | 'auth', stack: SynthesizedTemplate) =>
  stack.Resources[findApiId(stack, host)]?.Properties;

/** Settings that do not depend on each other, for one stack that has them all. */
const settings = {
  mainDomain: 'api.example.com',
  certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/1',
  cdnDomain: 'images.example.com',
  cdnCertificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/2',
  terminationProtection: 'false',
  alarmTopicArn: 'arn:aws:sns:eu-west-1:123456789012:alarms',
  gatewayLogRole: 'existing',
  wafRateLimit: '3000',
  cdnWebAclArn: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/images/1',
  imageRenderConcurrency: '20',
  logLevel: 'warn',
};
const configured = synthesizeStack([], settings);
/** A stack with a name, and the defaults of all other settings. */
const staging = synthesizeStack([], { stackName: 'FitnessData-staging' });

describe('a custom domain', () => {
  const { template: withDomain } = configured;

  it('replaces the invoke URL', () => {
    expect(withDomain.Outputs.MainUrl?.Value).toBe('https://api.example.com');
    expect(getProperties('main', withDomain)?.DisableExecuteApiEndpoint).toBe(true);
    expect(getProperties('auth', withDomain)?.DisableExecuteApiEndpoint).not.toBe(true);
    const { servers } = getDocument(withDomain, findApiId(withDomain, 'main'));
    expect(servers).toMatchObject([
      {
        'x-amazon-apigateway-endpoint-configuration': { disableExecuteApiEndpoint: true },
      },
    ]);
  });

  it('maps to the stage with TLS 1.2 or newer, and outputs the target for DNS', () => {
    const [domain] = listResources(withDomain, 'AWS::ApiGateway::DomainName');
    expect(domain?.Properties).toMatchObject({
      DomainName: 'api.example.com',
      RegionalCertificateArn: settings.certificateArn,
      SecurityPolicy: 'TLS_1_2',
    });
    expect(listResources(withDomain, 'AWS::ApiGateway::BasePathMapping')).toHaveLength(1);
    expect(withDomain.Outputs.MainApiDomainTarget?.Value).toEqual({
      'Fn::GetAtt': [domain?.id, 'RegionalDomainName'],
    });
  });

  it('is possible for the CDN', () => {
    const { id, Properties } = getOnlyResource(
      withDomain,
      'AWS::CloudFront::Distribution',
    );
    expect(Properties.DistributionConfig).toMatchObject({
      Aliases: ['images.example.com'],
      ViewerCertificate: { AcmCertificateArn: settings.cdnCertificateArn },
    });
    expect(withDomain.Outputs.CdnUrl?.Value).toBe('https://images.example.com');
    expect(withDomain.Outputs.CdnDomainTarget?.Value).toEqual({
      'Fn::GetAtt': [id, 'DomainName'],
    });
  });

  it('is rejected without its certificate', () => {
    expect(() => synthesizeStack([], { mainDomain: 'api.example.com' })).toThrow(
      / certificateArn=/,
    );
    expect(() => synthesizeStack([], { cdnDomain: 'images.example.com' })).toThrow(
      / cdnCertificateArn=/,
    );
  });
});

describe('the name of the stack', () => {
  it('is part of the names of APIs, metrics and CDN resources', () => {
    expect(staging.stackName).toBe('FitnessData-staging');
    expect(JSON.stringify(staging.template.Resources)).not.toMatch(
      /FitnessDataStack-|"Namespace":"FitnessDataStack"/,
    );
  });

  it('changes no id of a resource that has data or an address', () => {
    const retainedIds = [
      'MainApi11E674AA',
      'AuthApi4BD72F20',
      'DiaryApiF40B449A',
      'TableCD117FA1',
      'Images2D38C313',
      'Variants1144BE65',
      'EncryptionKey1B843E66',
      'ImageCdnDistributionFD874116',
    ];
    for (const { Resources } of [template, staging.template])
      expect(Object.keys(Resources)).toEqual(expect.arrayContaining(retainedIds));
  });

  it.each(['1st', 'a b', 'x'.repeat(33)])('cannot be %s', (stackName) => {
    expect(() => synthesizeStack([], { stackName })).toThrow(
      /stackName must be a letter and up to 31 letters, digits or hyphens/,
    );
  });
});

describe('the settings of an operator', () => {
  it('protect the stack from deletion by default', () => {
    expect(staging.terminationProtection).toBe(true);
    expect(configured.terminationProtection).toBe(false);
    expect(() => synthesizeStack([], { terminationProtection: 'no' })).toThrow(
      /true or false/,
    );
  });

  it.each([
    [{ wafRateLimit: '9' }, 'wafRateLimit must be at least 10'],
    [{ cdnWebAclArn: 'images' }, 'cdnWebAclArn must be the ARN of a web ACL'],
    [{ logLevel: 'debug' }, 'logLevel must be one of info, warn, error, not debug'],
    [{ imageRenderConcurrency: '0' }, 'imageRenderConcurrency must be a positive'],
  ])('reject %j', (context, message) => {
    expect(() => synthesizeStack([], context)).toThrow(message);
  });

  it('reject a misspelled name', () => {
    expect(() => synthesizeStack([], { stackname: 'Staging' })).toThrow(
      /Unknown context value stackname\. The settings are stackName, /,
    );
  });

  it('reject a throttling limit that is not a positive integer', () => {
    expect(() => synthesizeStack([], { throttlingRate: 'many' })).toThrow(
      /throttlingRate .* not many/,
    );
  });

  it('send alarms to an SNS topic', () => {
    const alarms = listResources(configured.template, 'AWS::CloudWatch::Alarm');
    expect(alarms.length).toBeGreaterThan(0);
    for (const { Properties } of alarms)
      expect(Properties.AlarmActions).toEqual([settings.alarmTopicArn]);
    for (const { Properties } of listResources(template, 'AWS::CloudWatch::Alarm'))
      expect(Properties.AlarmActions).toBeUndefined();
  });

  it('can keep the log role of the AWS account', () => {
    expect(listResources(template, 'AWS::ApiGateway::Account')).toHaveLength(1);
    expect(listResources(configured.template, 'AWS::ApiGateway::Account')).toEqual([]);
  });
});

describe('a web ACL', () => {
  const webAclTypes = ['AWS::WAFv2::WebACL', 'AWS::WAFv2::WebACLAssociation'];
  const countAcls = (stack: SynthesizedTemplate) =>
    webAclTypes.map((type) => listResources(stack, type).length);

  it('limits the requests of an IP address to all APIs, if the operator sets a limit', () => {
    expect(countAcls(template)).toEqual([0, 0]);
    expect(countAcls(configured.template)).toEqual([1, 3]);
    const { Properties } = getOnlyResource(configured.template, 'AWS::WAFv2::WebACL');
    expect(Properties.Rules).toMatchObject([
      { Action: { Block: {} }, Statement: { RateBasedStatement: { Limit: 3000 } } },
    ]);
  });

  it('can belong to the CDN', () => {
    const { Properties } = getOnlyResource(
      configured.template,
      'AWS::CloudFront::Distribution',
    );
    expect(Properties.DistributionConfig).toMatchObject({
      WebACLId: settings.cdnWebAclArn,
    });
  });
});

describe('functions', () => {
  interface FunctionProperties {
    ReservedConcurrentExecutions?: number;
    Environment?: { Variables: { LOG_LEVEL?: string } };
  }
  const listFunctions = (stack: SynthesizedTemplate) =>
    listResources<FunctionProperties>(stack, 'AWS::Lambda::Function');

  it('reserve concurrent executions for the image renderer only, if they are set', () => {
    const reserved = listFunctions(configured.template).filter(
      ({ Properties }) => Properties.ReservedConcurrentExecutions === 20,
    );
    expect(reserved.map(({ id }) => id)).toEqual([
      expect.stringMatching(/^CdnImageRender/),
    ]);
    for (const { Properties } of listFunctions(template))
      expect(Properties.ReservedConcurrentExecutions).toBeUndefined();
  });

  it('have the log level that is set', () => {
    for (const { Properties } of listFunctions(configured.template))
      expect(Properties.Environment?.Variables.LOG_LEVEL).toBe('warn');
    for (const { Properties } of listFunctions(template))
      expect(Properties.Environment?.Variables.LOG_LEVEL).toBeUndefined();
  });
});

describe('a restored table', () => {
  const tableArn = 'arn:aws:dynamodb:eu-west-1:123456789012:table/Restored';
  const tableStreamArn = `${tableArn}/stream/2026-11-20T00:00:00.000`;
  const list = endpoints.filter(({ id }) => id === 'main/data-source/list');
  const { template: restored } = synthesizeStack(list, { tableStreamArn });

  it('replaces the table of the stack in functions, roles, pipe, key alias and outputs', () => {
    expect(listResources(restored, 'AWS::DynamoDB::Table')).toEqual([]);
    const functions = listResources(restored, 'AWS::Lambda::Function');
    const listing = functions.find(({ id }) => id.startsWith('MainDataSourceList'));
    expect(listing?.Properties.Environment).toEqual({
      Variables: { TABLE_NAME: 'Restored' },
    });
    const roles = JSON.stringify(listResources(restored, 'AWS::IAM::Role'));
    expect(roles).toContain(`"Resource":"${tableArn}"`);
    const pipes = listResources(restored, 'AWS::Pipes::Pipe');
    expect(pipes.length).toBeGreaterThan(0);
    for (const { Properties } of pipes) expect(Properties.Source).toBe(tableStreamArn);
    const alias = getOnlyResource(restored, 'AWS::KMS::Alias');
    expect(alias.Properties.AliasName).toBe('alias/Restored');
    expect(restored.Outputs.TableName?.Value).toBe('Restored');
  });

  it('is rejected without the ARN of its stream', () => {
    expect(() => synthesizeStack([], { tableStreamArn: tableArn })).toThrow(
      'The context value tableStreamArn must be the ARN of a stream',
    );
  });
});

describe('sign-up and mail (A12, A24)', () => {
  const mail = { mailFrom: 'no-reply@mail.example.com', mailRegion: 'eu-west-1' };
  const signIn = endpoints.filter(({ id }) => id === 'auth/sign-in/show');

  const listVariables = (stack: SynthesizedTemplate) =>
    listResources<{ Environment?: { Variables: Record<string, unknown> } }>(
      stack,
      'AWS::Lambda::Function',
    ).map(({ Properties }) => Properties.Environment?.Variables ?? {});

  it('are off by default', () => {
    const variables = listVariables(template);
    expect(variables.filter(({ SIGN_UP }) => SIGN_UP !== undefined)).not.toEqual([]);
    for (const { SIGN_UP = 'off', MAIL_FROM } of variables)
      expect([SIGN_UP, MAIL_FROM]).toEqual(['off', undefined]);
    expect(JSON.stringify(template)).not.toContain('ses:');
  });

  it('can be switched on, with mail from one address', () => {
    const context = { ...mail, signUp: 'invited' };
    const { template: withSignUp } = synthesizeStack(signIn, context);
    const variables = listVariables(withSignUp);
    expect(variables).toContainEqual(
      expect.objectContaining({ SIGN_UP: 'invited', MAIL_FROM: mail.mailFrom }),
    );
    expect(variables).toContainEqual(
      expect.objectContaining({ MAIL_FROM: mail.mailFrom, MAIL_REGION: 'eu-west-1' }),
    );
    const roles = JSON.stringify(listResources(withSignUp, 'AWS::IAM::Role'));
    expect(roles).toContain('"Action":"ses:SendEmail"');
    expect(roles).toContain(`"ses:FromAddress":"${mail.mailFrom}"`);
    for (const identity of [mail.mailFrom, 'mail.example.com'])
      expect(roles).toContain(`:identity/${identity}"`);
  });

  it('reject an unknown mode, an invalid address, and sign-up without mail', () => {
    expect(() => synthesizeStack([], { ...mail, signUp: 'yes' })).toThrow(
      'The context value signUp must be one of off, invited, open, not yes.',
    );
    expect(() => synthesizeStack([], { mailFrom: 'Fitness <a@b.example>' })).toThrow(
      'The context value mailFrom must be an address such as no-reply@example.com',
    );
    expect(() => synthesizeStack([], { signUp: 'open' })).toThrow(
      'signUp=open sends mail: add --context mailFrom=<address>',
    );
  });
});
