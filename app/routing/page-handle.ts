/** What a page may declare about itself, as its `handle`. */
export type PageHandle = {
  /** The same for every visitor: rendered once, kept, and without JavaScript until somebody touches it. */
  sleeps?: true;
  /** The values of query parameters that change a sleeping page: each is kept as a page of its own. */
  variants?: Record<string, string[]>;
  /** Whether a query changes a sleeping page in one of too many ways to keep them all: such a page is rendered for each request. */
  tooMany?: (query: URLSearchParams) => boolean;
  /** Rendered in the browser only; the server sends the page without it. */
  clientOnly?: true;
  /** The page's action says itself that a form was too large (`backendContext`'s `tooLarge`). */
  answersTooLarge?: true;
  /** Bytes that its forms may have, where they bring files. */
  largestForm?: number;
  /** The page's validity check: false answers 404 "Page Not Found". */
  validate?: (url: URL) => boolean | Promise<boolean>;
};
