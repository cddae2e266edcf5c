import { createContext } from "react";
import type { SiteContext } from "./context.ts";

type Document = Pick<SiteContext, "nonce" | "theme" | "build" | "gtm" | "consent"> & {
  /** The page was made for somebody: where there is no JavaScript, nothing else says so. */
  isSignedIn: boolean;
};

/** What only the server knows of the document: it is in the HTML that React takes over, and never changes there. */
export const DocumentContext = createContext<Partial<Document>>({});
