import { createContext } from "react";

/** What only the server knows of the document: it is in the HTML that React takes over, and never changes there. */
export const DocumentContext = createContext<{ nonce?: string; theme?: "light" | "dark"; build?: string }>({});
