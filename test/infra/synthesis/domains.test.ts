import { describe, expect, it } from 'vitest';
import type { Host } from '#shared/contract/endpoint.ts';
import {
  findApiId,
  getDocument,
  getOnlyResource,
  listResources,
  type SynthesizedTemplate,
} from '../template.ts';
import { readContext } from './read-context.ts';
import { configuredStack, settings, stackName } from './stacks.ts';

const getProperties = (host: Host, stack: SynthesizedTemplate) =>
  stack.Resources[findApiId(stack, host, stackName)]?.Properties;

const { template: withDomain } = configuredStack;

describe('a custom domain', () => {
  it('replaces the invoke URL', () => {
    expect(withDomain.Outputs.MainUrl?.Value).toBe('https://api.example.com');
    expect(getProperties('main', withDomain)?.DisableExecuteApiEndpoint).toBe(true);
    expect(getProperties('auth', withDomain)?.DisableExecuteApiEndpoint).not.toBe(true);
    const { servers } = getDocument(withDomain, findApiId(withDomain, 'main', stackName));
    expect(servers).toMatchObject([
      {
        'x-amazon-apigateway-endpoint-configuration': {
          disableExecuteApiEndpoint: true,
        },
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
    expect(withDomain.Outputs.MainApiDomainTarget?.Value).toEqual({
      'Fn::GetAtt': [domain?.id, 'RegionalDomainName'],
    });
  });

  it('has the endpoint of assistants at a path of that of the main API', () => {
    const mappings = listResources(withDomain, 'AWS::ApiGateway::BasePathMapping');
    const paths = mappings.map(({ Properties }) => Properties.BasePath);
    expect(paths).toEqual([undefined, 'mcp']);
    expect(getProperties('mcp', withDomain)?.DisableExecuteApiEndpoint).toBe(true);
    expect(withDomain.Outputs.McpUrl?.Value).toBe('https://api.example.com/mcp');
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
    expect(() => readContext({ mainDomain: 'api.example.com' })).toThrow(
      / certificateArn=/,
    );
    expect(() => readContext({ cdnDomain: 'images.example.com' })).toThrow(
      / cdnCertificateArn=/,
    );
  });
});
