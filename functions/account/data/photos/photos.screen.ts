import * as z from 'zod/mini';
import { defineScreen, done, form, unchanged } from '#functions/account/screen.ts';
import { FormField } from '#functions/auth/browser/form.ts';
import { deleteImage } from '#functions/main/image/deleted-image.store.ts';
import * as images from '#functions/main/image/image.store.ts';
import { parameter } from '#shared/contract/schema.ts';
import { isId } from '#shared/runtime/ids.ts';
import { photosPerPage, renderPhotosPage } from './photos.page.ts';
import { type PhotosNotice, photosTexts } from './photos.texts.ts';

/** The id of the photo with which the page begins. */
const from = z.optional(parameter().check(z.refine(isId, 'must be the id of a photo')));

export default defineScreen({
  page: 'photos',
  path: 'data/photos/',
  section: 'data',
  link: { position: 35, texts: photosTexts },
  summary: 'Show the photos of the user',
  query: { from },
  table: ['getEach', 'query'],
  storeCalls: {
    max: 2,
    reason: 'the keys of the photos are listed, and their items read',
  },
  baseUrls: ['cdn'],
  async load({ table, query, baseUrls }, { session }) {
    const page = { from: query.from, limit: photosPerPage };
    const listed = await images.listImages(table, session.user_id, page);
    return { ...listed, from: query.from, cdn: baseUrls.cdn };
  },
  render: renderPhotosPage,

  forms: {
    delete: form({
      summary: 'Delete a photo',
      example: { fields: { image: 'x' } },
      fields: { image: FormField },
      query: { from },
      table: ['put', 'delete', 'transact'],
      storeCalls: { max: 1, reason: 'the photo is deleted' },
      async submit({ table, body, query, now }, { session }) {
        const image = { user_id: session.user_id, id: body.image };
        const parameters = query.from === undefined ? '' : `from=${query.from}`;
        const isDeleted = await deleteImage(table, image, now);
        return isDeleted
          ? done<PhotosNotice>('deleted', { parameters })
          : unchanged<PhotosNotice>('gone', { parameters });
      },
    }),
  },
});
