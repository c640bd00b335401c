/** What a challenge asks to authenticate for (RFC 9110 section 11.5): the service as a whole, by whichever scheme. */
export const realm = 'fitness-data';
