import { describe, expect, it } from 'vitest';
import { cover } from '#kit/images.ts';
import { validate } from '#shared/http/validation.ts';
import { ImageUpload } from './image.ts';

/** Returns the problems of the data of an upload, by its members. */
const listProblems = (value: unknown) =>
  validate({ data: { schema: ImageUpload, value } }).failures;

describe('the data of an upload', () => {
  it.each([
    { href: '/v7.1/activity_story/1', rel: 'attachments', index: 0 },
    { href: '/v7.0/page/1337', rel: 'cover_photo', index: 3 },
    { href: '/v7.1/route/a-b_c.d~e/', rel: 'attachments', index: 0 },
    { href: '/v7.1/workout/9007199254740993', rel: 'attachments', index: 2 ** 31 },
  ])('are accepted: $href $rel $index', (data) => {
    expect(listProblems(data)).toEqual({});
  });

  it.each([
    'https://example.com/v7.1/page/1',
    '/v7.2/page/1',
    '/v7.1/page/',
    '/v7.1/page/..',
    '/v7.1/page/./',
    '/v7.1/page/%2E%2e',
    '/v7.1/page/a%2Fb',
    '/v7.1/page/a%00',
    '/v7.1/page/100%',
    '/v7.1/page/%zz',
    '/v7.1/page/%ff',
    '/v7.1/page/1/2',
    '/v7.1/page/1?x',
    '/v7.1/user/1',
  ])('are rejected with the href %s', (href) => {
    expect(listProblems({ ...cover, href })).toEqual({
      href: [
        'must be the path of one of activity_story, page, route, workout, e.g. /v7.1/page/1337',
      ],
    });
  });

  it.each([
    [{ rel: 'attachments' }, { rel: ['must be cover_photo for a page'] }],
    [{ href: '/v7.1/route/1' }, { rel: ['must be attachments for a route'] }],
    [{ rel: 'avatar' }, { rel: ['must be cover_photo for a page'] }],
    [{ index: -1 }, { index: ['must be at least 0'] }],
    [{ index: 1.5 }, { index: ['must be an integer'] }],
    [{ index: '0' }, { index: ['must be a number'] }],
    [{ index: 2 ** 53 }, { index: ['must be at most 9007199254740991'] }],
  ])('are rejected, and the problem is named: %j', (change, problems) => {
    expect(listProblems({ ...cover, ...change })).toEqual(problems);
  });

  it.each([undefined, '0', 1.5, -1])(
    'are rejected for a wrong pair of href and rel, also with the index %s',
    (index) => {
      expect(listProblems({ ...cover, rel: 'attachments', index })).toEqual({
        rel: ['must be cover_photo for a page'],
        index: [expect.any(String)],
      });
    },
  );
});
