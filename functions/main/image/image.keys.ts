import { defineItemKey, defineOwnedKey, type Key } from '#shared/table/keys.ts';

/** The keys of images, and of what the CDN renders of them. */
export const imageKeys = {
  image: defineItemKey('IMAGE'),
  /**
   * The item that counts the images that a user has uploaded on a day. Changes of items whose sort
   * keys begin with `IMAGE` make events.
   */
  imagesOfDay: defineOwnedKey('UPLOADED_IMAGES'),
  imageVariants: defineItemKey('IMAGE', 'VARIANTS'),
  imageRenderings: (id: string, date: string): Key => ({
    pk: `IMAGE#${id}`,
    sk: `RENDERINGS#${date}`,
  }),
};
