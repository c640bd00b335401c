import { describe, expect, it } from 'vitest';
import { mapHeaders, renderVelocity, replaceVariables } from './mapping.ts';

const stageVariables = { color: 'green' };
const source = {
  stageVariables,
  context: { httpMethod: 'OPTIONS', path: '/v7.1/things/' },
  request: { headers: [['Accept', 'application/json']] },
} as const;

describe('mapping', () => {
  it('sets headers to literals and to stage variables, and the type to JSON', () => {
    const parameters = {
      'gatewayresponse.header.WWW-Authenticate': `'Bearer realm="x"'`,
      'method.response.header.X-Color': 'stageVariables.color',
    };
    expect(mapHeaders(parameters, { color: 'green' }, 'http')).toEqual([
      ['WWW-Authenticate', 'Bearer realm="x"'],
      ['X-Color', 'green'],
      ['Content-Type', 'application/json'],
    ]);
    const type = { 'method.response.header.content-type': `'text/html'` };
    expect(mapHeaders(type, null, 'http')).toEqual([['content-type', 'text/html']]);
  });

  // RFC 6797 section 7.2.
  it('sets Strict-Transport-Security only over https', () => {
    const parameters = {
      'gatewayresponse.header.Strict-Transport-Security': `'max-age=31536000'`,
    };
    const getNames = (scheme: 'http' | 'https') =>
      mapHeaders(parameters, null, scheme).map(([name]) => name);
    expect(getNames('http')).toEqual(['Content-Type']);
    expect(getNames('https')).toEqual(['Strict-Transport-Security', 'Content-Type']);
  });

  it('reports an unknown expression', () => {
    const map = (expression: string) =>
      mapHeaders({ 'gatewayresponse.header.X': expression }, { color: 'green' }, 'http');
    expect(() => map('integration.response.body')).toThrow('integration.response.body');
    expect(() => map('stageVariables.size')).toThrow('stageVariables.size');
  });
});

describe('a template of a response of the gateway itself', () => {
  it('is not evaluated as Velocity, but has the values of stage variables', () => {
    const body = '#if(true)5 $ <a href="$stageVariables.color">$stageVariables.color</a>';
    expect(replaceVariables(body, stageVariables)).toBe(
      '#if(true)5 $ <a href="green">green</a>',
    );
    expect(() => replaceVariables('$stageVariables.size', null)).toThrow(
      'stageVariables.size',
    );
  });
});

describe('a template of a mock integration', () => {
  it.each([
    ['#if($context.httpMethod == "OPTIONS")yes#{else}no#end', 'yes'],
    ['#if($context.httpMethod == "GET")yes#{else}no#end', 'no'],
    ['#if($input.params(\'Accept\').indexOf("json") >= 0)yes#{else}no#end', 'yes'],
    ['#if($input.params(\'accept\').indexOf("json") >= 0)yes#{else}no#end', 'no'],
    ['$context.path', '/v7.1/things/'],
    ['<a href="$stageVariables.color">', '<a href="green">'],
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
