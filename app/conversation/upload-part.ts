/** Bytes that are sent at once. A Supabase project takes no other parts than these. */
export const largestPart = 6 * 1024 * 1024;

/** Bytes of a form with its files, without JavaScript. It has a minute. */
export const largestMessage = 512 * 1024 * 1024;
