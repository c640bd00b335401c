import type { LogoFault } from '#functions/auth/client/logo.ts';

const faultsEn: Readonly<Record<LogoFault, string>> = {
  format: 'The file must be an undamaged JPEG, PNG, WebP or GIF picture.',
  too_heavy: 'The file must have at most 32 KB. A picture of 128 pixels is enough.',
  too_large: 'The picture must be at most 1,024 pixels wide and high.',
  too_small: 'The picture must be at least 32 pixels wide and high.',
  animated: 'The picture must not be animated.',
};

const en = {
  title: 'Logo',
  hint: 'People see it when they are asked to allow access.',
  hintOfPending:
    'People see it when they are asked to allow access, after the operator has approved the ' +
    'application.',
  current: 'The logo of the application',
  proposed: 'The new logo, which waits for the operator',
  file: 'Picture',
  fileHint:
    'A JPEG, PNG, WebP or GIF file of at most 32 KB, 32 to 1,024 pixels wide and high. 128 ' +
    'pixels are enough.',
  save: 'Save logo',
  delete: 'Delete logo',
  change: 'Change logo',
  none: 'Choose a picture.',
  unchanged: 'Nothing is saved yet. Choose another picture.',
  faults: faultsEn,
  back: (name: string) => `Back to ${name}`,
};

const faultsDe: typeof faultsEn = {
  format: 'Die Datei muss ein unbeschädigtes JPEG-, PNG-, WebP- oder GIF-Bild sein.',
  too_heavy: 'Die Datei darf höchstens 32 KB haben. Ein Bild mit 128 Pixeln genügt.',
  too_large: 'Das Bild darf höchstens 1.024 Pixel breit und hoch sein.',
  too_small: 'Das Bild muss mindestens 32 Pixel breit und hoch sein.',
  animated: 'Das Bild darf nicht animiert sein.',
};

const de: typeof en = {
  title: 'Logo der Anwendung',
  hint: 'Personen sehen es, wenn sie um Zugriff gebeten werden.',
  hintOfPending:
    'Personen sehen es, wenn sie um Zugriff gebeten werden, nachdem der Betreiber die ' +
    'Anwendung freigegeben hat.',
  current: 'Das Logo der Anwendung',
  proposed: 'Das neue Logo, das auf den Betreiber wartet',
  file: 'Bild',
  fileHint:
    'Eine JPEG-, PNG-, WebP- oder GIF-Datei mit höchstens 32 KB, 32 bis 1.024 Pixel breit und ' +
    'hoch. 128 Pixel genügen.',
  save: 'Logo speichern',
  delete: 'Logo löschen',
  change: 'Logo ändern',
  none: 'Wählen Sie ein Bild.',
  unchanged: 'Noch ist nichts gespeichert. Wählen Sie ein anderes Bild.',
  faults: faultsDe,
  back: (name) => `Zurück zu ${name}`,
};

/** The texts about the logo of an application, on the pages of its owner. */
export const logoTexts = { en, de };
