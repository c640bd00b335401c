import { describe, expect, it } from 'vitest';
import { discoverEndpoints } from '../../lib/catalogue.ts';
import { synthesizeStack } from './synthesis.ts';
import { apiOf, resourcesOf, type Template, theOnly } from './template.ts';

interface StageProperties {
  RestApiId: { Ref: string };
  StageName: string;
  MethodSettings: unknown[];
  AccessLogSetting: { Format: string };
}

const catalogue = await discoverEndpoints();
const { template } = synthesizeStack(catalogue);
const hosts = ['main', 'auth', 'diary'] as const;
const propertiesOf = (host: (typeof hosts)[number], of: Template = template) =>
  of.Resources[apiOf(of, host)]?.Properties;
const stages = resourcesOf<StageProperties>(template, 'AWS::ApiGateway::Stage');

describe('the APIs', () => {
  it('are three, each with one stage of the same name', () => {
    const apis = stages.map(({ Properties }) => Properties.RestApiId.Ref);
    expect(apis.sort()).toEqual(hosts.map((host) => apiOf(template, host)).sort());
    expect(new Set(stages.map(({ Properties }) => Properties.StageName))).toEqual(new Set(['live']));
  });

  it('take multipart bodies as binary on main, and nothing else as binary anywhere', () => {
    expect(propertiesOf('main')?.BinaryMediaTypes).toEqual(['multipart/form-data']);
    expect(propertiesOf('auth')?.BinaryMediaTypes).toBeUndefined();
    expect(propertiesOf('diary')?.BinaryMediaTypes).toBeUndefined();
  });

  it('compress answers from 1,024 bytes, but never the pages with form tokens', () => {
    expect(propertiesOf('main')?.MinimumCompressionSize).toBe(1024);
    expect(propertiesOf('diary')?.MinimumCompressionSize).toBe(1024);
    expect(propertiesOf('auth')?.MinimumCompressionSize).toBeUndefined();
  });

  it('are limited, and never log what is sent', () => {
    for (const { Properties } of stages)
      expect(Properties.MethodSettings).toEqual([
        {
          HttpMethod: '*',
          ResourcePath: '/*',
          DataTraceEnabled: false,
          ThrottlingRateLimit: 500,
          ThrottlingBurstLimit: 1000,
        },
      ]);
  });

  it('write one line of JSON a request, without a header, a query or an address of the caller', () => {
    for (const { Properties } of stages) {
      const { Format } = Properties.AccessLogSetting;
      expect(Object.keys(JSON.parse(Format.replace(/\$context\.[\w.]+/g, '1')))).toContain('status');
      expect(Format).not.toMatch(/header|query|input|params|sourceIp|userAgent|context\.path/i);
    }
  });

  it('are told to functions and operators by the same addresses', () => {
    const address = (host: (typeof hosts)[number]) => ({
      'Fn::Join': [
        '',
        [
          'https://',
          { Ref: apiOf(template, host) },
          '.execute-api.',
          { Ref: 'AWS::Region' },
          '.',
          { Ref: 'AWS::URLSuffix' },
          '/live',
        ],
      ],
    });
    expect(template.Outputs.MainUrl?.Value).toEqual(address('main'));
    expect(template.Outputs.AuthUrl?.Value).toEqual(address('auth'));
    expect(template.Outputs.DiaryUrl?.Value).toEqual(address('diary'));
  });
});

describe('a custom domain', () => {
  const context = {
    mainDomain: 'api.example.com',
    certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/1',
  };
  const { template: own } = synthesizeStack(catalogue, context);

  it('takes the place of the invoke URL', () => {
    expect(own.Outputs.MainUrl?.Value).toBe('https://api.example.com');
    expect(propertiesOf('main', own)?.DisableExecuteApiEndpoint).toBe(true);
    expect(propertiesOf('auth', own)?.DisableExecuteApiEndpoint).not.toBe(true);
  });

  it('leads to the stage, with TLS 1.2 at least, and says where its DNS record must point', () => {
    const [domain] = resourcesOf(own, 'AWS::ApiGateway::DomainName');
    expect(domain?.Properties).toMatchObject({
      DomainName: 'api.example.com',
      RegionalCertificateArn: context.certificateArn,
      SecurityPolicy: 'TLS_1_2',
    });
    expect(resourcesOf(own, 'AWS::ApiGateway::BasePathMapping')).toHaveLength(1);
    expect(own.Outputs.MainApiDomainTarget?.Value).toEqual({
      'Fn::GetAtt': [domain?.id, 'RegionalDomainName'],
    });
  });

  it('can be that of the CDN', () => {
    const cdnCertificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/2';
    const { template: own } = synthesizeStack([], { cdnDomain: 'images.example.com', cdnCertificateArn });
    const { id, Properties } = theOnly(own, 'AWS::CloudFront::Distribution');
    expect(Properties.DistributionConfig).toMatchObject({
      Aliases: ['images.example.com'],
      ViewerCertificate: { AcmCertificateArn: cdnCertificateArn },
    });
    expect(own.Outputs.CdnUrl?.Value).toBe('https://images.example.com');
    expect(own.Outputs.CdnDomainTarget?.Value).toEqual({ 'Fn::GetAtt': [id, 'DomainName'] });
  });

  it('is refused without its certificate', () => {
    expect(() => synthesizeStack([], { mainDomain: 'api.example.com' })).toThrow(/ certificateArn=/);
    expect(() => synthesizeStack([], { cdnDomain: 'images.example.com' })).toThrow(/ cdnCertificateArn=/);
  });
});

describe('a throttling limit', () => {
  it('must be a whole number', () => {
    expect(() => synthesizeStack([], { throttlingRate: 'many' })).toThrow(/throttlingRate .* not many/);
  });
});
