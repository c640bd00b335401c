import { describe, expect, it } from 'vitest';
import { mapHeaders, replaceVariables } from './mapping.ts';

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
  it('is not evaluated as Velocity, but has the values of variables', () => {
    const body = '#if(true)5 $ <a href="$stageVariables.color">$context.authorizer.x</a>';
    const variables = { 'stageVariables.color': 'green', 'context.authorizer.x': '$y' };
    expect(replaceVariables(body, variables)).toBe('#if(true)5 $ <a href="green">$y</a>');
    expect(() => replaceVariables('$stageVariables.size', {})).toThrow(
      'stageVariables.size',
    );
  });
});
