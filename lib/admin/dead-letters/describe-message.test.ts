import { expect, it } from 'vitest';
import { describeMessage } from './describe-message.ts';

const Keys = { pk: { S: 'USER#ann' }, sk: { S: 'EMAIL_LINK#link' } };

it('shows the template of a mail, but neither the address nor the id of its link', () => {
  const mail = {
    M: {
      id: { S: 'secret' },
      template: { S: 'confirm_email' },
      to: { S: 'ann@example.com' },
    },
  };
  const NewImage = { mail, write_id: { S: 'secret' } };
  expect(describeMessage(JSON.stringify({ dynamodb: { Keys, NewImage } }))).toEqual({
    kind: 'EMAIL_LINK',
    event_name: null,
    user_id: 'ann',
    details: ['mail.template=confirm_email'],
  });
});

it('shows the step of an export', () => {
  const continuation = { M: { id: { S: 'export' }, step: { N: '3' } } };
  const body = JSON.stringify({ dynamodb: { Keys, NewImage: { continuation } } });
  expect(describeMessage(body)).toMatchObject({
    details: ['continuation.id=export', 'continuation.step=3'],
  });
});

it.each(['', '{', 'null', '{}', '{"dynamodb":{"Keys":{"pk":{"S":"ann@example.com"}}}}'])(
  'shows nothing of a damaged body: %j',
  (body) => {
    expect(describeMessage(body)).toEqual({
      kind: null,
      event_name: null,
      user_id: null,
      details: [],
    });
  },
);
