import * as z from 'zod/mini';
import * as users from '#functions/auth/identity/identity.store.ts';
import { Password, type User } from '#functions/auth/identity/identity.ts';
import { serviceError } from '#shared/errors/errors.ts';
import { accept } from '#shared/http/validation.ts';
import { command, type Group } from '../command.ts';
import { passwordOf, passwordOptions, problemOfPassword } from '../password.ts';
import { revocationBound } from '../revocation-bound.ts';

const EMAIL = 'the e-mail address that the person signs in with';
const unknown = (email: string) => serviceError('not_found', { kind: 'user', id: email });

/** The password by its name, so that a problem with it is told by that name. */
const NewPassword = z.object({ password: Password });

const create = command({
  about: 'Creates a person who can sign in.',
  arguments: { EMAIL },
  options: {
    username: { value: 'NAME', about: 'the short name; default: what stands before the @' },
    'display-name': { value: 'NAME', about: 'the name that others see; default: the short name' },
    ...passwordOptions,
  },
  examples: [
    'ann@example.com --generate-password',
    "ann@example.com --username ann --display-name 'Ann Lee'",
    'ann@example.com < password.txt',
  ],
  check: problemOfPassword,
  async run({ table, terminal, now }, given) {
    const email = given.EMAIL;
    const username = given.username ?? email.replace(/@.*/, '');
    const display_name = given['display-name'] ?? username;
    const password = await passwordOf(given, terminal);
    const user = await users.create(table, { email, username, display_name, password }, now);
    if (!user)
      throw serviceError('validation_failed', {
        failures: { email: ['belongs to a user already'] },
      });
    return {
      answer: { ...rowOf(user), ...(given['generate-password'] && { password }) },
      event: { name: 'user_created', user_id: user.id },
    };
  },
});

const list = command({
  about: 'Lists all people in the order in which they joined.',
  arguments: {},
  options: {},
  examples: ['', '--json'],
  async run({ table }) {
    const columns = ['id', 'email', 'username', 'display_name', 'date_joined', 'disabled_datetime'];
    return { answer: (await users.list(table)).map(rowOf), columns };
  },
});

const disable = command({
  about: 'Refuses a person from now on; ends their sessions and revokes their tokens.',
  arguments: { EMAIL },
  options: {},
  examples: ['ann@example.com'],
  async run({ table, now }, { EMAIL: email }) {
    const signIn = await users.disable(table, email, now);
    if (!signIn) throw unknown(email);
    const { user_id: id, username, disabled_datetime } = signIn;
    return {
      answer: { id, email, username, disabled_datetime: disabled_datetime ?? null },
      remark: revocationBound,
      event: { name: 'user_disabled', user_id: id },
    };
  },
});

const password = command({
  about: 'Sets a new password; ends the sessions of the person and revokes their tokens.',
  arguments: { EMAIL },
  options: passwordOptions,
  examples: [
    'ann@example.com',
    'ann@example.com --generate-password',
    'ann@example.com < password.txt',
  ],
  check: problemOfPassword,
  async run({ table, terminal, now }, given) {
    const email = given.EMAIL;
    if (!(await users.findSignIn(table, email))) throw unknown(email);
    const { password } = accept(NewPassword, { password: await passwordOf(given, terminal) });
    const signIn = await users.setPassword(table, email, password, now);
    if (!signIn) throw unknown(email);
    const { user_id: id, username } = signIn;
    return {
      answer: { id, email, username, ...(given['generate-password'] && { password }) },
      remark: revocationBound,
      event: { name: 'password_changed', user_id: id },
    };
  },
});

function rowOf({ id, email, username, display_name, date_joined, disabled_datetime }: User) {
  return {
    id,
    email,
    username,
    display_name,
    date_joined,
    disabled_datetime: disabled_datetime ?? null,
  };
}

export default {
  about: 'People who can sign in.',
  commands: { create, list, disable, password },
} satisfies Group;
