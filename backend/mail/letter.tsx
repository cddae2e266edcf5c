import { Body, Button, Container, Head, Heading, Hr, Html, Img, Link, Preview, Text } from "@react-email/components";
import type { ReactElement, ReactNode } from "react";
import type { FileRow } from "#backend/database/schema.ts";
import { agency } from "#content/agency.ts";
import type { Content } from "#content/en/index.ts";
import { fileSize, fill, wholeNumber } from "#content/format.ts";
import { languageTags, type Locale } from "#content/locales.ts";
import { logo } from "./logo.ts";
import type { Message } from "./transport.ts";

/** A mail before it is written out. */
export type Draft = Pick<Message, "to" | "replyTo" | "subject"> & { body: ReactElement };

const ink = "#0f2531";
const muted = "#44524f";
const serif = "Georgia, 'Times New Roman', serif";
const sans = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/** At night. Programs that read no styles show the day. */
const dark = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .ground, .ground > table, .ground td { background-color: #0a1922 !important; }
    .ground, .ground h1, .ground p { color: #f1efe6 !important; }
    .ground .muted { color: #b9c7c3 !important; }
    .ground a { color: #6fd3de !important; }
    .ground a.button, .ground a.button span { background-color: #6fd3de !important; color: #0a1922 !important; }
    .ground hr { border-color: #3a4d58 !important; }
  }
`;

/** The sheet that every mail is written on. It loads nothing from anywhere. */
export function Letter({ locale, preview, heading, children }: { locale: Locale; preview: string; heading?: string; children: ReactNode }) {
  const { legalName, address, email } = agency;
  return (
    <Html lang={languageTags[locale]}>
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{dark}</style>
      </Head>
      <Preview>{preview}</Preview>
      <Body className="ground" style={{ margin: 0, backgroundColor: "#fbf9f3", color: ink, fontFamily: sans }}>
        <Container style={{ maxWidth: "36rem", padding: "2rem 1.25rem" }}>
          <Text
            style={{
              margin: 0,
              borderTop: "6px solid #f5cf3d",
              paddingTop: "1rem",
              fontFamily: serif,
              fontSize: "1.25rem",
              lineHeight: 1.6,
              fontWeight: 700,
            }}
          >
            {/* Lazy, or React would add a link that fetches it in advance. */}
            <Img
              loading="lazy"
              src={`cid:${logo.cid}`}
              alt=""
              width="32"
              height="32"
              style={{ display: "inline-block", verticalAlign: "middle", marginRight: "0.5rem" }}
            />
            {agency.name}
          </Text>
          {heading && <Heading style={{ fontFamily: serif, fontSize: "1.75rem", margin: "1.5rem 0 0" }}>{heading}</Heading>}
          {children}
          <Text className="muted" style={{ margin: "1rem 0 0", fontSize: "0.875rem", lineHeight: 1.5, color: muted }}>
            {legalName}
            <br />
            {`${address.street}, ${address.postalCode} ${address.city}`}
            <br />
            {email}
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

/** The button of a letter, and where it leads in words, for programs that show no buttons and for people who look first. */
export function Action({ href, label, spelled }: { href: string; label: string; spelled: string }) {
  return (
    <>
      <Button
        className="button"
        href={href}
        style={{
          margin: "0.5rem 0",
          borderRadius: "999px",
          padding: "0.875rem 1.5rem",
          backgroundColor: "#0d5a6b",
          color: "#fdfcf8",
          fontWeight: 600,
        }}
      >
        {label}
      </Button>
      {/* In the plain text the address stands beside the label already. */}
      <Text
        className="muted"
        data-skip-in-text
        style={{ margin: "0.75rem 0 1rem", fontSize: "0.875rem", lineHeight: 1.5, color: muted, overflowWrap: "anywhere" }}
      >
        {spelled}
        <br />
        <Link href={href} style={{ color: "#0d5a6b" }}>
          {href}
        </Link>
      </Text>
    </>
  );
}

export function Paragraph({ children }: { children: ReactNode }) {
  return <Text style={{ margin: "1rem 0", fontSize: "1rem", lineHeight: 1.6 }}>{children}</Text>;
}

/** What somebody has written: its paragraphs, with the lines as they were typed. */
export function Words({ text }: { text: string }) {
  return text.split(/\n{2,}/).map((paragraph, number) => (
    // They never change places.
    // oxlint-disable-next-line react/no-array-index-key
    <Paragraph key={number}>
      <span style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{paragraph}</span>
    </Paragraph>
  ));
}

/** The files that went with a message, by their names: who wants them opens the conversation. */
export function SentFiles({ files, locale, texts }: { files: FileRow[]; locale: Locale; texts: Content }) {
  if (files.length === 0) return null;
  const { one, many } = texts.files.sent;
  return (
    <>
      <Paragraph>{files.length === 1 ? one : fill(many, { n: wholeNumber(locale, files.length) })}</Paragraph>
      <ul style={{ margin: "0 0 1rem", paddingLeft: "1.25rem" }}>
        {files.map(({ id, name, size }) => (
          <li key={id} style={{ overflowWrap: "anywhere" }}>
            <bdi>{name}</bdi> ({fileSize(locale, size)})
          </li>
        ))}
      </ul>
    </>
  );
}

/** Enough to know what is meant. */
const longestQuote = 1000;

export function Quote({ text }: { text: string }) {
  const characters = [...text];
  const start = characters.slice(0, longestQuote).join("");
  return (
    <blockquote style={{ margin: "0.5rem 0 1rem", borderLeft: "3px solid #c9d2ce", paddingLeft: "1rem" }}>
      <Words text={characters.length > longestQuote ? `${start} …` : start} />
    </blockquote>
  );
}

/** What is said at the end and more quietly. */
export function SmallPrint({ children }: { children: ReactNode }) {
  return (
    <>
      <Hr style={{ margin: "2rem 0 1rem", borderColor: "#c9d2ce" }} />
      <Text className="muted" style={{ margin: 0, fontSize: "0.875rem", lineHeight: 1.5, color: muted }}>
        {children}
      </Text>
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
        <span className="muted" style={{ color: muted, fontSize: "0.875rem" }}>
          {name}
        </span>
        <br />
        {href ? (
          <Link href={href} style={{ color: "#0d5a6b" }}>
            {value}
          </Link>
        ) : (
          value
        )}
      </Text>
    ));
}
