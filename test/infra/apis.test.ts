import { describe, expect, it } from 'vitest';
import { template } from './built-stack.ts';
import { findApiId, listResources } from './template.ts';

interface StageProperties {
  RestApiId: { Ref: string };
  StageName: string;
  MethodSettings: unknown[];
  AccessLogSetting: { Format: string };
}

const hosts = ['main', 'auth', 'diary'] as const;
const getProperties = (host: (typeof hosts)[number]) =>
  template.Resources[findApiId(template, host)]?.Properties;
const stages = listResources<StageProperties>(template, 'AWS::ApiGateway::Stage');

describe('the APIs', () => {
  it('are three, each with one stage of the same name', () => {
    const apis = stages.map(({ Properties }) => Properties.RestApiId.Ref);
    expect(apis.sort()).toEqual(hosts.map((host) => findApiId(template, host)).sort());
    expect(new Set(stages.map(({ Properties }) => Properties.StageName))).toEqual(
      new Set(['live']),
    );
  });

  it('treat only multipart bodies of main as binary', () => {
    expect(getProperties('main')?.BinaryMediaTypes).toEqual(['multipart/form-data']);
    expect(getProperties('auth')?.BinaryMediaTypes).toBeUndefined();
    expect(getProperties('diary')?.BinaryMediaTypes).toBeUndefined();
  });

  it('compress responses of 1,024 bytes or more, but no pages with form tokens', () => {
    expect(getProperties('main')?.MinimumCompressionSize).toBe(1024);
    expect(getProperties('diary')?.MinimumCompressionSize).toBe(1024);
    expect(getProperties('auth')?.MinimumCompressionSize).toBeUndefined();
  });

  it('are throttled and do not log request bodies', () => {
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

  it('log one line of JSON a request, without headers, query or IP address', () => {
    for (const { Properties } of stages) {
      const { Format } = Properties.AccessLogSetting;
      expect(
        Object.keys(JSON.parse(Format.replace(/\$context\.[\w.]+/g, '1'))),
      ).toContain('status');
      expect(Format).not.toMatch(
        /header|query|input|params|sourceIp|userAgent|context\.path/i,
      );
    }
  });

  it('have the same addresses for functions and operators', () => {
    const address = (host: (typeof hosts)[number]) => ({
      'Fn::Join': [
        '',
        [
          'https://',
          { Ref: findApiId(template, host) },
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
