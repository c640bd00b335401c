import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { readArchive } from '#kit/archive.ts';
import { newUser } from '#kit/fixtures.ts';
import { findMail, listMail } from '#kit/inbox.ts';
import { expectNoViolations } from '../axe.ts';
import { followLink, pressEnterOn } from '../person.ts';
import type { RoundTripService } from './round-trip-service.ts';

const title = 'Meine Daten exportieren';

/** Tests the pages of an export. Each page is checked once for violations. */
export function testExport(roundTrips: RoundTripService): void {
  const { service, openPhone, startSession, toUrl } = roundTrips;

  it('a person starts an export, gets a mail and opens the archive, by keyboard', async () => {
    const user = await newUser();
    const context = await openPhone();
    await startSession(context, user);
    const page = await context.newPage();

    await page.goto(toUrl('account/'));
    await followLink(page, title);
    await expectNoViolations(page, 'de');
    await pressEnterOn(page.getByRole('button', { name: title }));
    await page.getByText('Der Export wurde gestartet.').waitFor();
    await expectNoViolations(page, 'de');
    expect(await page.getByRole('button').count()).toBe(0);

    await service.drainQueues();
    const subject = 'Ihre Daten können heruntergeladen werden';
    const mail = await findMail(service, user.email, subject);
    expect(mail.message).not.toContain('secret');
    await page.goto(mail.link);
    await expectNoViolations(page, 'de');
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      pressEnterOn(page.getByRole('link', { name: /^Herunterladen/ })),
    ]);
    const files = await readArchive(await buffer(await saved.createReadStream()));
    const readme = files.get('README.txt')?.toString();
    expect(readme).toContain('Ihre Daten beim Fitnessdatendienst');
    expect(await listMail(service, user.email)).toHaveLength(1);
    await context.close();
  });
}
