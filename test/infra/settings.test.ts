import { describe, expect, it } from 'vitest';
import { template } from './built-stack.ts';
import { synthesizeStack } from './synthesis.ts';
import {
  findApiId,
  getOnlyResource,
  listResources,
  type SynthesizedTemplate,
} from './template.ts';

const getProperties = (host: 'main' | 'auth', of: SynthesizedTemplate) =>
  of.Resources[findApiId(of, host)]?.Properties;

describe('a custom domain', () => {
  const context = {
    mainDomain: 'api.example.com',
    certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/1',
  };
  const { template: withDomain } = synthesizeStack([], context);

  it('replaces the invoke URL', () => {
    expect(withDomain.Outputs.MainUrl?.Value).toBe('https://api.example.com');
    expect(getProperties('main', withDomain)?.DisableExecuteApiEndpoint).toBe(true);
    expect(getProperties('auth', withDomain)?.DisableExecuteApiEndpoint).not.toBe(true);
  });

  it('maps to the stage with TLS 1.2 or newer, and outputs the target for DNS', () => {
    const [domain] = listResources(withDomain, 'AWS::ApiGateway::DomainName');
    expect(domain?.Properties).toMatchObject({
      DomainName: 'api.example.com',
      RegionalCertificateArn: context.certificateArn,
      SecurityPolicy: 'TLS_1_2',
    });
    expect(listResources(withDomain, 'AWS::ApiGateway::BasePathMapping')).toHaveLength(1);
    expect(withDomain.Outputs.MainApiDomainTarget?.Value).toEqual({
      'Fn::GetAtt': [domain?.id, 'RegionalDomainName'],
    });
  });

  it('is possible for the CDN', () => {
    const cdnCertificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/2';
    const { template: withDomain } = synthesizeStack([], {
      cdnDomain: 'images.example.com',
      cdnCertificateArn,
    });
    const { id, Properties } = getOnlyResource(
      withDomain,
      'AWS::CloudFront::Distribution',
    );
    expect(Properties.DistributionConfig).toMatchObject({
      Aliases: ['images.example.com'],
      ViewerCertificate: { AcmCertificateArn: cdnCertificateArn },
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

describe('the settings of an operator', () => {
  it('reject a throttling limit that is not a positive integer', () => {
    expect(() => synthesizeStack([], { throttlingRate: 'many' })).toThrow(
      /throttlingRate .* not many/,
    );
  });

  it('send alarms to an SNS topic', () => {
    const alarmTopicArn = 'arn:aws:sns:eu-west-1:123456789012:alarms';
    const alarms = listResources(
      synthesizeStack([], { alarmTopicArn }).template,
      'AWS::CloudWatch::Alarm',
    );
    expect(alarms.length).toBeGreaterThan(0);
    for (const { Properties } of alarms)
      expect(Properties.AlarmActions).toEqual([alarmTopicArn]);
    for (const { Properties } of listResources(template, 'AWS::CloudWatch::Alarm'))
      expect(Properties.AlarmActions).toBeUndefined();
  });

  it('can keep the log role of the AWS account', () => {
    const { template: withRole } = synthesizeStack([], { gatewayLogRole: 'existing' });
    expect(listResources(template, 'AWS::ApiGateway::Account')).toHaveLength(1);
    expect(listResources(withRole, 'AWS::ApiGateway::Account')).toEqual([]);
  });
});
