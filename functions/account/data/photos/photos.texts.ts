import de from './photos.texts.de.ts';

const en = {
  title: 'Photos',
  lead:
    'Applications have uploaded these photos for you, or an export that was imported has ' +
    'brought them. You can delete each of them.',
  empty: {
    title: 'No photos yet',
    text:
      'Photos appear here once an application uploads them for you, or you import an export ' +
      'that has some.',
  },
  emptyPage: {
    title: 'No older photos',
    text: 'This page had only photos that are deleted now.',
  },
  owners: {
    activity_story: (id: string) => `Activity story ${id}`,
    page: (id: string) => `Page ${id}`,
    route: (id: string) => `Route ${id}`,
    workout: (id: string) => `Workout ${id}`,
  },
  uploaded: 'Uploaded',
  show: 'Show photo',
  showLabel: (photo: string) => `Show photo: ${photo}`,
  deletion: 'Delete this photo',
  deletionText:
    'It is gone for good, also for applications. The network that delivers photos can show ' +
    'copies for one more day, backups keep one for 35 days, and a browser that has shown ' +
    'the photo can keep one for up to a year.',
  delete: 'Delete',
  deleteLabel: (photo: string) => `Delete: ${photo}`,
  newest: 'Newest photos',
  older: 'Older photos',
  notices: {
    deleted: 'The photo is deleted.',
    gone: 'There is no such photo. It may be deleted already.',
  },
};

/** The texts of the page with the photos of a user. */
export const photosTexts = { en, de };
export type PhotosTexts = typeof en;
export type PhotosNotice = keyof PhotosTexts['notices'];
