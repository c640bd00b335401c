import { expect, it } from 'vitest';
import { fillInputTemplate } from './input-template.ts';

const record = { eventName: 'INSERT', dynamodb: { NewImage: { a: { S: '"1"' } } } };

it('an input template inserts values of the record as JSON, and null for missing ones', () => {
  const template = '{"a":<$.dynamodb.NewImage.a>,"b":<$.dynamodb.OldImage.b>}';
  expect(JSON.parse(fillInputTemplate(template, record))).toEqual({
    a: { S: '"1"' },
    b: null,
  });
});

it('without an input template, the message is the whole record', () => {
  expect(JSON.parse(fillInputTemplate(undefined, record))).toEqual(record);
});
