import { it } from 'vitest';
import { getLatestMail } from '#kit/inbox.ts';
import { newId } from '#shared/runtime/ids.ts';
import { expectNoViolations } from '../axe.ts';
import { followLink, pressEnterOn, typeInto } from '../person.ts';
import type { RoundTripService } from './round-trip-service.ts';

const password = 'correct horse battery';
const newPassword = 'another horse entirely';
const newEmail = () => `${newId(new Date())}@example.com`;

/** Tests the pages that a mail leads to. Each page is checked once for violations. */
export function testAccountLinks({ service, openPhone, toUrl }: RoundTripService): void {
  it('a person signs up, changes the email and resets the password, by keyboard', async () => {
    const context = await openPhone();
    const page = await context.newPage();
    const [firstEmail, secondEmail] = [newEmail(), newEmail()];
    const check = () => expectNoViolations(page, 'de');
    const open = (path: string) => page.goto(toUrl(path));
    const getLink = async (email: string) => (await getLatestMail(service, email)).link;
    const type = (id: string, text: string) => typeInto(page.locator(`#${id}`), text);
    const submit = () => page.keyboard.press('Enter');
    const waitForText = (text: string) => page.getByText(text).waitFor();
    const choosePassword = async (text: string) => {
      await type('password', text);
      await type('repeated', text);
      await submit();
    };

    await open('sign-in/?continue=account');
    await followLink(page, 'Konto anlegen');
    await type('email', firstEmail);
    await check();
    await submit();
    await waitForText('Prüfen Sie Ihren Posteingang');
    await check();
    const signUpLink = await getLink(firstEmail);
    await page.goto(signUpLink);
    await type('name', 'Ann');
    await choosePassword('Password1');
    await page.getByRole('alert').waitFor();
    await check();
    await choosePassword(password);
    await waitForText('Ihr Konto wurde angelegt.');

    await followLink(page, 'Anmeldung und Sicherheit');
    await type('email', secondEmail);
    await type('current', password);
    await submit();
    await waitForText('Wir haben eine E-Mail an die neue Adresse gesendet.');
    await check();
    await page.goto(await getLink(secondEmail));
    await check();
    await pressEnterOn(page.getByRole('button'));
    await waitForText('E-Mail-Adresse geändert.');

    await context.clearCookies();
    await open('sign-in/?continue=account');
    await followLink(page, 'Passwort vergessen?');
    await type('email', secondEmail);
    await submit();
    await waitForText('Prüfen Sie Ihren Posteingang');
    await page.goto(await getLink(secondEmail));
    await check();
    await choosePassword(newPassword);
    await waitForText('Passwort geändert. Melden Sie sich mit dem neuen Passwort an.');

    await page.goto(signUpLink);
    await check();
    await followLink(page, 'Anmelden');
    await context.close();
  });
}
