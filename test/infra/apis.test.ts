import { describe, expect, it } from 'vitest';
import { allHosts } from '#shared/contract/endpoint.ts';
import { template } from './built-stack.ts';
import { findApiId, getDocument, listReferences, listResources } from './template.ts';

interface StageProperties {
  RestApiId: { Ref: string };
  StageName: string;
  Variables: Record<string, unknown>;
  MethodSettings: unknown[];
  AccessLogSetting: { Format: string };
}

const getProperties = (host: (typeof allHosts)[number]) =>
  template.Resources[findApiId(template, host)]?.Properties;
const stages = listResources<StageProperties>(template, 'AWS::ApiGateway::Stage');

describe('the APIs', () => {
  it('are one for each host, each with one stage of the same name', () => {
    const apis = stages.map(({ Properties }) => Properties.RestApiId.Ref);
    expect(apis.sort()).toEqual(allHosts.map((host) => findApiId(template, host)).sort());
    expect(new Set(stages.map(({ Properties }) => Properties.StageName))).toEqual(
      new Set(['live']),
    );
  });

  it('are replaced by the import of their OpenAPI document, which has all that it can define', () => {
    for (const host of allHosts) {
      const { Mode, BinaryMediaTypes, MinimumCompressionSize, Parameters } =
        getProperties(host) ?? {};
      const document = getDocument(template, findApiId(template, host));
      expect(Mode).toBe('overwrite');
      expect(Parameters).toEqual({ endpointConfigurationTypes: 'REGIONAL' });
      expect(document['x-amazon-apigateway-binary-media-types']).toEqual(
        BinaryMediaTypes,
      );
      expect(document['x-amazon-apigateway-minimum-compression-size']).toBe(
        MinimumCompressionSize,
      );
    }
    const types = Object.values(template.Resources).map(({ Type }) => Type);
    const parts = types.filter((type) =>
      /^AWS::ApiGateway::(?!RestApi|Stage|Deployment|Account)/.test(type),
    );
    expect(parts).toEqual([]);
  });

  it('never refer to a function, because functions refer to the APIs, nor that of the auth host to another API', () => {
    for (const host of allHosts) {
      const { Body } = getProperties(host) ?? {};
      const types = listReferences(Body).map((id) => template.Resources[id]?.Type);
      const others = host === 'auth' ? [] : ['AWS::ApiGateway::RestApi'];
      expect(new Set(types)).toEqual(new Set(['AWS::IAM::Role', ...others]));
    }
  });

  it('redirect their root to the documentation, or to the account, and link to it', () => {
    const buildUrl = (host: 'main' | 'auth' | 'diary', path: string) => ({
      'Fn::Join': [
        '',
        expect.arrayContaining([{ Ref: findApiId(template, host) }, path]),
      ],
    });
    const documentation = buildUrl('main', '/live/v7.1/docs/');
    const account = buildUrl('auth', '/live/v7.1/oauth2/account/');
    const startPages = {
      main: documentation,
      auth: account,
      diary: documentation,
      mcp: documentation,
    };
    const diary = buildUrl('diary', '/live/v2/diary');
    for (const { Properties } of stages) {
      const host = allHosts.find(
        (name) => findApiId(template, name) === Properties.RestApiId.Ref,
      );
      if (!host) throw new Error('The stage is of no API.');
      const pages = { start: startPages[host], account, diary };
      expect(Properties.Variables).toEqual({ host, ...pages });
    }
    const root = getDocument(template, findApiId(template, 'auth')).paths['/'];
    const integration =
      root?.['x-amazon-apigateway-any-method']?.['x-amazon-apigateway-integration'];
    expect(integration?.responses?.default).toMatchObject({
      statusCode: '303',
      responseParameters: {
        'method.response.header.Location': 'stageVariables.start',
        'method.response.header.Cache-Control': "'no-store'",
        'method.response.header.Referrer-Policy': "'no-referrer'",
      },
    });
  });

  it('treat only forms and files as binary, and nothing of the diary', () => {
    expect(getProperties('main')?.BinaryMediaTypes).toEqual([
      'multipart/form-data',
      'application/octet-stream',
      'application/zip',
      'application/gzip',
      'application/vnd.ant.fit',
      'application/fit',
    ]);
    expect(getProperties('auth')?.BinaryMediaTypes).toEqual(['multipart/form-data']);
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
    const buildAddress = (host: (typeof allHosts)[number]) => ({
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
    expect(template.Outputs.MainUrl?.Value).toEqual(buildAddress('main'));
    expect(template.Outputs.AuthUrl?.Value).toEqual(buildAddress('auth'));
    expect(template.Outputs.DiaryUrl?.Value).toEqual(buildAddress('diary'));
    expect(template.Outputs.McpUrl?.Value).toEqual(buildAddress('mcp'));
  });
});
