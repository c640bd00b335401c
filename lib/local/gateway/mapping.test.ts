import { describe, expect, it } from 'vitest';
import { fillTemplate, mapHeaders, renderVelocity } from './mapping.ts';

const source = {
  context: {
    requestId: 'r-1',
    httpMethod: 'OPTIONS',
    path: '/v7.1/things/',
    error: { messageString: '"no"' },
  },
  stageVariables: { color: 'green' },
  request: {
    headers: [
      ['X-Caller', 'me'],
      ['Accept', 'application/json'],
    ],
    scheme: 'http',
  },
} as const;

describe('mapping', () => {
  it.each([
    { template: '{"id":"$context.requestId"}', filled: '{"id":"r-1"}' },
    { template: `\${context.path}more`, filled: '/v7.1/things/more' },
    { template: '{"message":$context.error.messageString}', filled: '{"message":"no"}' },
    { template: '$stageVariables.color, $context.requestId.', filled: 'green, r-1.' },
    {
      template: '$context.error.validationErrorString|$input.body',
      filled: '|$input.body',
    },
  ])('fills $template', ({ template, filled }) => {
    expect(fillTemplate(template, source)).toBe(filled);
  });

  it('sets headers to literals and to the values of expressions', () => {
    const parameters = {
      'gatewayresponse.header.WWW-Authenticate': `'Bearer realm="x"'`,
      'gatewayresponse.header.X-Id': 'context.requestId',
      'method.response.header.X-Color': 'stageVariables.color',
      'gatewayresponse.header.X-Echo': 'method.request.header.x-caller',
    };
    expect(mapHeaders(parameters, source)).toEqual([
      ['WWW-Authenticate', 'Bearer realm="x"'],
      ['X-Id', 'r-1'],
      ['X-Color', 'green'],
      ['X-Echo', 'me'],
    ]);
  });

  // RFC 6797 section 7.2.
  it('sets Strict-Transport-Security only over https', () => {
    const parameters = {
      'gatewayresponse.header.Strict-Transport-Security': `'max-age=31536000'`,
    };
    expect(mapHeaders(parameters, source)).toEqual([]);
    const request = { ...source.request, scheme: 'https' as const };
    expect(mapHeaders(parameters, { ...source, request })).toEqual([
      ['Strict-Transport-Security', 'max-age=31536000'],
    ]);
  });

  it('reports an unknown expression', () => {
    expect(() =>
      mapHeaders({ 'gatewayresponse.header.X': 'integration.response.body' }, source),
    ).toThrow('integration.response.body');
  });
});

describe('a template of a mock integration', () => {
  it.each([
    ['#if($context.httpMethod == "OPTIONS")yes#{else}no#end', 'yes'],
    ['#if($context.httpMethod == "GET")yes#{else}no#end', 'no'],
    ['#if($input.params(\'Accept\').indexOf("json") >= 0)yes#{else}no#end', 'yes'],
    ['#if($input.params(\'accept\').indexOf("json") >= 0)yes#{else}no#end', 'no'],
    ['$context.path $stageVariables.color', '/v7.1/things/ green'],
    ['<p style="color: #fff">5 $ #1</p>', '<p style="color: #fff">5 $ #1</p>'],
  ])('is evaluated as Velocity: %s', (template, text) => {
    expect(renderVelocity(template, source)).toEqual({ text, status: undefined });
  });

  it('can set the status of the response', () => {
    const template = '#set($context.responseOverride.status = 404){"error": "x"}';
    expect(renderVelocity(template, source)).toEqual({
      text: '{"error": "x"}',
      status: 404,
    });
    expect(source.context).not.toHaveProperty('responseOverride');
  });
});
