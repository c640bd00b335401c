import { expectTypeOf, it } from 'vitest';
import * as z from 'zod/mini';
import type { Principal } from '../auth/principal.ts';
import { defineEndpoint } from '../contract/endpoint.ts';
import type { ErrorCode } from '../errors/errors.ts';
import type { Objects } from '../objects/objects.ts';
import type { Table } from '../table/table.ts';
import type { HandlerRequest, HandlerResponse } from './handler.ts';

// These are tests of types (decision 0001): the compiler runs them.

const Thing = z.object({ name: z.string() });

const rich = defineEndpoint({
  host: 'main',
  method: 'PUT',
  path: '/thing/{id}/part/{number}/',
  versions: ['v7.1'],
  summary: 'Change a part',
  auth: 'user',
  request: { query: z.object({ filter: z.string() }), json: Thing },
  responses: {
    200: { description: 'The part.', body: Thing },
    201: { description: 'A new part.', headers: ['Location'] },
  },
  errors: ['not_found'],
  stores: { table: ['get', 'update'], originals: ['get'] },
  baseUrls: ['cdn'],
});
type RichRequest = HandlerRequest<typeof rich>;
type RichResponse = HandlerResponse<typeof rich>;

const plain = defineEndpoint({
  host: 'main',
  method: 'GET',
  path: '/thing/',
  versions: ['v7.0', 'v7.1'],
  summary: 'List things',
  auth: 'public',
  responses: { 204: { description: 'Nothing.' } },
});
type PlainRequest = HandlerRequest<typeof plain>;

it('provides what the endpoint declares to the handler', () => {
  expectTypeOf<RichRequest['params']>().toEqualTypeOf<
    Readonly<Record<'id' | 'number', string>>
  >();
  expectTypeOf<RichRequest['query']>().toEqualTypeOf<{ filter: string }>();
  expectTypeOf<RichRequest['body']>().toEqualTypeOf<{ name: string }>();
  expectTypeOf<RichRequest['caller']>().toEqualTypeOf<Principal>();
  expectTypeOf<RichRequest['table']>().toEqualTypeOf<Table<'get' | 'update'>>();
  expectTypeOf<RichRequest['originals']>().toEqualTypeOf<Objects<'get'>>();
  expectTypeOf<RichRequest['baseUrls']>().toEqualTypeOf<
    Readonly<Record<'cdn', string>>
  >();
  expectTypeOf<Parameters<RichRequest['fail']>[0]>().toEqualTypeOf<'not_found'>();
});

it('provides nothing that the endpoint does not declare', () => {
  expectTypeOf<keyof PlainRequest['params']>().toBeNever();
  expectTypeOf<PlainRequest['query']>().toBeUndefined();
  expectTypeOf<PlainRequest['body']>().toBeUndefined();
  expectTypeOf<PlainRequest['caller']>().toBeUndefined();
  expectTypeOf<keyof PlainRequest['table']>().toBeNever();
  expectTypeOf<keyof PlainRequest['originals']>().toBeNever();
  expectTypeOf<keyof PlainRequest['baseUrls']>().toBeNever();
  type Code = Parameters<PlainRequest['fail']>[0];
  expectTypeOf<Extract<Code, ErrorCode>>().toBeNever();
});

it('accepts only replies that the endpoint declares', () => {
  expectTypeOf<{ status: 200; body: { name: string } }>().toExtend<RichResponse>();
  expectTypeOf<{ status: 201; headers: { Location: string } }>().toExtend<RichResponse>();
  expectTypeOf<{ status: 202; body: { name: string } }>().not.toExtend<RichResponse>();
  expectTypeOf<{ status: number; body: { name: string } }>().not.toExtend<RichResponse>();
  expectTypeOf<{ status: 200 }>().not.toExtend<RichResponse>();
  expectTypeOf<{ status: 200; body: { name: number } }>().not.toExtend<RichResponse>();
  expectTypeOf<{
    status: 201;
    body: { name: string };
    headers: { Location: string };
  }>().not.toExtend<RichResponse>();
  expectTypeOf<{ status: 201 }>().not.toExtend<RichResponse>();
});
