import { describe, expect, it } from 'vitest';
import { renderVelocity } from './velocity.ts';

const source = {
  context: { httpMethod: 'OPTIONS', path: '/v7.1/things/' },
  stageVariables: { color: 'green' },
  request: { headers: [['Accept', 'application/json']], scheme: 'http' } as const,
};

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
