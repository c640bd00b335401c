import { describe, expect, it } from 'vitest';
import { fillTemplate, mapHeaders } from './mapping.ts';

const source = {
  context: { requestId: 'r-1', path: '/v7.1/things/', error: { messageString: '"no"' } },
  stageVariables: { color: 'green' },
  request: { headers: [['X-Caller', 'me']] as const },
};

describe('mapping', () => {
  it.each([
    ['{"id":"$context.requestId"}', '{"id":"r-1"}'],
    [`\${context.path}more`, '/v7.1/things/more'],
    ['{"message":$context.error.messageString}', '{"message":"no"}'],
    ['$stageVariables.color, $context.requestId.', 'green, r-1.'],
    ['$context.error.validationErrorString|$input.body', '|$input.body'],
  ])('fills %s', (template, expected) => {
    expect(fillTemplate(template, source)).toBe(expected);
  });

  it('sets headers to literals and to what expressions give', () => {
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

  it('names an expression that it does not know', () => {
    expect(() =>
      mapHeaders({ 'gatewayresponse.header.X': 'integration.response.body' }, source),
    ).toThrow('integration.response.body');
  });
});
