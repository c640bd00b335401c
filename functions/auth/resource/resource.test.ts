import { describe, expect, it } from 'vitest';
import { invalidUtf8Value } from '#shared/contract/schema.ts';
import { failure, success } from '#shared/runtime/result.ts';
import { findTarget } from './resource.ts';

const urls = {
  main: 'https://api.example',
  diary: 'https://diary.example',
  mcp: 'https://api.example/mcp',
};

const find = (sent?: unknown) => findTarget(sent, urls);

describe('the resource of a request', () => {
  it.each([
    'https://api.example',
    'https://api.example/',
    'HTTPS://API.EXAMPLE:443',
    'https://diary.example',
    ['https://api.example', 'https://diary.example/'],
  ])('is the interfaces for %s', (sent) => {
    expect(find(sent)).toEqual(success({}));
  });

  it.each([
    'https://api.example/mcp',
    'https://api.example/mcp/',
    ['https://api.example/mcp', 'https://api.example/mcp/'],
  ])('is the MCP endpoint for %s', (sent) => {
    expect(find(sent)).toEqual(success({ audience: 'mcp' }));
  });

  it('can be missing', () => {
    expect([find(), find(''), find([])]).toEqual(Array(3).fill(success(undefined)));
  });

  it.each([
    'https://api.example.evil.example',
    'http://api.example',
    'https://api.example/v7.1',
    'https://api.example/mcp/x',
    'https://api.example/MCP',
    'https://api.example?',
    'https://api.example#',
    'https://user@api.example',
    'api.example',
    ['https://api.example', 'https://api.example/mcp'],
    ['https://api.example', 'https://other.example'],
    invalidUtf8Value,
  ])('is none of this service for %o', (sent) => {
    expect(find(sent)).toEqual(failure(expect.stringContaining(urls.mcp)));
  });
});
