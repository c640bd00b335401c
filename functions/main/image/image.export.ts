import { defineExportDocument } from '#shared/contract/export-document.ts';
import type { Image } from './image.ts';

/** The item of an image, and the name of its file in the archive. */
type ArchivedImage = Image & { file: string };

export const imagesDocument = defineExportDocument<ArchivedImage>({
  description: {
    en:
      'Your images. The files are in the folder images/, as you uploaded them. An upload ' +
      'that was interrupted may have no file.',
    de:
      'Ihre Bilder. Die Dateien liegen im Ordner images/, so wie Sie sie hochgeladen ' +
      'haben. Wenn das Hochladen unterbrochen wurde, kann die Datei fehlen.',
  },
  members: {
    id: { en: 'the id', de: 'die ID' },
    file: {
      en: 'the file in this archive; missing if its upload was interrupted',
      de: 'die Datei in diesem Archiv; sie fehlt, wenn das Hochladen unterbrochen wurde',
    },
    user_id: 'internal',
    imports: 'internal',
    client_id: {
      en:
        'the application that uploaded it, or an export with it, and can delete it; missing ' +
        'before release 0.7.0, and if you have imported the export yourself',
      de:
        'die Anwendung, die es oder einen Export damit hochgeladen hat und es löschen kann; ' +
        'fehlt vor der Version 0.7.0, und wenn Sie den Export selbst importiert haben',
    },
    href: { en: 'what the image belongs to', de: 'wozu das Bild gehört' },
    rel: {
      en: 'what the image is used for there',
      de: 'wofür das Bild dort verwendet wird',
    },
    index: {
      en: 'the position in a series of images',
      de: 'die Position in einer Reihe von Bildern',
    },
    type: { en: 'the format', de: 'das Format' },
    width: { en: 'the width in pixels', de: 'die Breite in Pixeln' },
    height: { en: 'the height in pixels', de: 'die Höhe in Pixeln' },
    bytes: { en: 'the size of the file in bytes', de: 'die Größe der Datei in Bytes' },
    created_datetime: { en: 'when it was created', de: 'wann es angelegt wurde' },
  },
});
