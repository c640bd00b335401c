import { describe, expect, it } from 'vitest';
import { getLatestMail } from '#kit/inbox.ts';
import type { Operator } from '#kit/operator.ts';
import { newEmail, newPassword, type TimedService } from './service.ts';

/** Tests the link with which a person accepts an operator's invitation. */
export function testInvitation(service: TimedService, admin: Operator): void {
  describe('an invitation', () => {
    it('lets a person create an account, whose password the operator can set', async () => {
      const email = newEmail();
      const name = ['--display-name', 'Bea'];
      const invitation = ['user', 'invite', email, ...name, '--language', 'de'];
      const { exitCode, stdout, stderr } = await admin([...invitation, '--json']);
      expect([exitCode, JSON.parse(stdout).email]).toEqual([0, email]);
      expect(stdout + stderr).not.toContain('fit_ln_');
      const mail = await getLatestMail(service, email);
      expect(mail.subject).toBe('Ihre Einladung zum Fitnessdatendienst');

      const visitor = service.newBrowser();
      expect((await visitor.open(mail.link)).text).toContain('value="Bea"');
      const chosen = { password: newPassword, repeated: newPassword };
      const created = await visitor.submit({ name: 'Bea', ...chosen });
      expect(created.text).toContain('Your account has been created.');
      const secondInvitation = await admin(invitation);
      expect([secondInvitation.exitCode, secondInvitation.stderr]).toEqual([
        1,
        expect.stringContaining('belongs to a user already'),
      ]);
      const generated = ['--generate-password', '--language', 'de'];
      await admin(['user', 'password', email, ...generated]);
      const notice = await getLatestMail(service, email);
      expect(notice.subject).toBe('Ihr Passwort wurde geändert');
      expect(notice.text).toContain('Der Betreiber des Dienstes hat ein neues Passwort');
    });

    it('is rejected for an invalid email address and for a name that is too long', async () => {
      const args = ['a@example.com,b@example.com', '--display-name', 'x'.repeat(51)];
      const invalid = await admin(['user', 'invite', ...args]);
      expect(invalid.exitCode).toBe(1);
      expect(invalid.stderr).toContain('must be an email address that can receive mail');
      expect(invalid.stderr).toContain('must have at most 50 characters');
    });
  });
}
