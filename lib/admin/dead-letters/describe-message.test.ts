import { expect, it } from 'vitest';
import { describeMessage } from './describe-message.ts';

const key = { pk: 'USER#ann', sk: 'EMAIL_LINK#link' };

it('shows the template of a mail, but neither the address nor the id of its link', () => {
  const mail = { id: 'secret', template: 'confirm_email', to: 'ann@example.com' };
  expect(describeMessage(JSON.stringify({ ...key, mail, id: { secret: 1 } }))).toEqual({
    kind: 'EMAIL_LINK',
    user_id: 'ann',
    details: ['mail.template=confirm_email'],
  });
});

it('shows the step of an export', () => {
  const body = JSON.stringify({ ...key, continuation: { id: 'export', step: 3 } });
  expect(describeMessage(body)).toMatchObject({
    details: ['continuation.id=export', 'continuation.step=3'],
  });
});

it.each(['', '{', 'null', '{}', '{"pk":"ann@example.com"}'])(
  'shows nothing of a damaged body: %j',
  (body) => {
    expect(describeMessage(body)).toEqual({
      kind: null,
      user_id: null,
      details: [],
    });
  },
);
