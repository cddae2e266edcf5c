import { Body, Container, Head, Heading, Hr, Html, Link, Preview, Text } from "@react-email/components";
import type { ReactElement, ReactNode } from "react";
import { agency } from "#content/agency.ts";
import { languageTags, type Locale } from "#content/locales.ts";
import type { Message } from "./transport.ts";

/** A mail before it is written out. */
export type Draft = Pick<Message, "to" | "replyTo" | "subject"> & { body: ReactElement };

const ink = "#0f2531";
const muted = "#44524f";
const serif = "Georgia, 'Times New Roman', serif";
const sans = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/** The sheet that every mail is written on. It loads nothing from anywhere. */
export function Letter({ locale, preview, heading, children }: { locale: Locale; preview: string; heading?: string; children: ReactNode }) {
  return (
    <Html lang={languageTags[locale]}>
      <Head />
      <Preview>{preview}</Preview>
      <Body style={{ margin: 0, backgroundColor: "#fbf9f3", color: ink, fontFamily: sans }}>
        <Container style={{ maxWidth: "36rem", padding: "2rem 1.25rem" }}>
          <Text
            style={{
              margin: 0,
              borderTop: "6px solid #f5cf3d",
              paddingTop: "1rem",
              fontFamily: serif,
              fontSize: "1.25rem",
              fontWeight: 700,
            }}
          >
            {agency.name}
          </Text>
          {heading && <Heading style={{ fontFamily: serif, fontSize: "1.75rem", margin: "1.5rem 0 0" }}>{heading}</Heading>}
          {children}
        </Container>
      </Body>
    </Html>
  );
}

export function Paragraph({ children }: { children: ReactNode }) {
  return <Text style={{ margin: "1rem 0", fontSize: "1rem", lineHeight: 1.6 }}>{children}</Text>;
}

/** What is said at the end and more quietly. */
export function SmallPrint({ children }: { children: ReactNode }) {
  return (
    <>
      <Hr style={{ margin: "2rem 0 1rem", borderColor: "#c9d2ce" }} />
      <Text style={{ margin: 0, fontSize: "0.875rem", lineHeight: 1.5, color: muted }}>{children}</Text>
    </>
  );
}

/** Something to copy by hand. */
export function Code({ children }: { children: ReactNode }) {
  return <Text style={{ margin: "0 0 1rem", fontSize: "1.75rem", fontWeight: 700, letterSpacing: "0.2em" }}>{children}</Text>;
}

/** Facts with their names, one under the other; empty ones are left out. */
export function Details({ items }: { items: [name: string, value: string | null, href?: string][] }) {
  return items
    .filter(([, value]) => value)
    .map(([name, value, href]) => (
      <Text key={name} style={{ margin: "0.75rem 0", fontSize: "1rem", lineHeight: 1.5, whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        <span style={{ color: muted, fontSize: "0.875rem" }}>{name}</span>
        <br />
        {href ? <Link href={href}>{value}</Link> : value}
      </Text>
    ));
}
