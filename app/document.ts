import { createContext } from "react";
import type { SiteContext } from "./context.ts";

/** What only the server knows of the document: it is in the HTML that React takes over, and never changes there. */
export const DocumentContext = createContext<Partial<Pick<SiteContext, "nonce" | "theme" | "build" | "gtm" | "consent">>>({});
