import type { Reply } from "#app/account/reply.server.ts";
import type { Filters } from "#backend/requests/inbox-filters.ts";
import type { Content } from "#content/en/index.ts";
import type { Locale } from "#content/locales.ts";
import type { Here } from "./colleagues.tsx";
import type { RequestView } from "./request-view.server.ts";

export type Text = Omit<Content["messages"], "meta">;
export type SheetProps = {
  request: RequestView;
  text: Text;
  userId: string;
  admins: { id: string; email: string; name?: string }[];
  /** What the others say of themselves who have the inbox open. */
  others: Here[];
  locale: Locale;
  back: string;
  /** What the address says of the inbox, with this request open. */
  here: Partial<Filters>;
  reply?: Reply;
};
