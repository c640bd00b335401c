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
  const { template: own } = synthesizeStack([], context);

  it('takes the place of the invoke URL', () => {
    expect(own.Outputs.MainUrl?.Value).toBe('https://api.example.com');
    expect(getProperties('main', own)?.DisableExecuteApiEndpoint).toBe(true);
    expect(getProperties('auth', own)?.DisableExecuteApiEndpoint).not.toBe(true);
  });

  it('leads to the stage, with TLS 1.2 at least, and says where its DNS record must point', () => {
    const [domain] = listResources(own, 'AWS::ApiGateway::DomainName');
    expect(domain?.Properties).toMatchObject({
      DomainName: 'api.example.com',
      RegionalCertificateArn: context.certificateArn,
      SecurityPolicy: 'TLS_1_2',
    });
    expect(listResources(own, 'AWS::ApiGateway::BasePathMapping')).toHaveLength(1);
    expect(own.Outputs.MainApiDomainTarget?.Value).toEqual({
      'Fn::GetAtt': [domain?.id, 'RegionalDomainName'],
    });
  });

  it('can be that of the CDN', () => {
    const cdnCertificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/2';
    const { template: own } = synthesizeStack([], {
      cdnDomain: 'images.example.com',
      cdnCertificateArn,
    });
    const { id, Properties } = getOnlyResource(own, 'AWS::CloudFront::Distribution');
    expect(Properties.DistributionConfig).toMatchObject({
      Aliases: ['images.example.com'],
      ViewerCertificate: { AcmCertificateArn: cdnCertificateArn },
    });
    expect(own.Outputs.CdnUrl?.Value).toBe('https://images.example.com');
    expect(own.Outputs.CdnDomainTarget?.Value).toEqual({
      'Fn::GetAtt': [id, 'DomainName'],
    });
  });

  it('is refused without its certificate', () => {
    expect(() => synthesizeStack([], { mainDomain: 'api.example.com' })).toThrow(
      / certificateArn=/,
    );
    expect(() => synthesizeStack([], { cdnDomain: 'images.example.com' })).toThrow(
      / cdnCertificateArn=/,
    );
  });
});

describe('the stack that an operator sets up', () => {
  it('refuses a throttling limit that is no whole number', () => {
    expect(() => synthesizeStack([], { throttlingRate: 'many' })).toThrow(
      /throttlingRate .* not many/,
    );
  });

  it('sends its alarms where the operator says', () => {
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

  it('leaves the log role of the account alone where it is told so', () => {
    const own = synthesizeStack([], { gatewayLogRole: 'existing' }).template;
    expect(listResources(template, 'AWS::ApiGateway::Account')).toHaveLength(1);
    expect(listResources(own, 'AWS::ApiGateway::Account')).toEqual([]);
  });
});
