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
const paper = "#fbf9f3";
const tide = "#0d5a6b";
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

/** Mail programs know tables best. */
const table = { width: "100%", border: 0, cellPadding: "0", cellSpacing: "0", align: "center", role: "presentation" } as const;

/** The sheet that every mail is written on. It loads nothing from anywhere. */
export function Letter({ locale, preview, heading, children }: { locale: Locale; preview: string; heading?: string; children: ReactNode }) {
  const { legalName, address, email } = agency;
  return (
    <html lang={languageTags[locale]} dir="ltr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        {/* Mail on an iPhone would choose the sizes itself. */}
        <meta name="x-apple-disable-message-reformatting" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{dark}</style>
      </head>
      <body className="ground" style={{ margin: 0, backgroundColor: paper }}>
        <Preview text={preview} />
        <table {...table}>
          <tbody>
            <tr>
              <td style={{ backgroundColor: paper, color: ink, fontFamily: sans }}>
                <table {...table} style={{ maxWidth: "36rem", padding: "2rem 1.25rem" }}>
                  <tbody>
                    <tr>
                      <td>
                        <p
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
                          <img
                            loading="lazy"
                            src={`cid:${logo.cid}`}
                            alt=""
                            width="32"
                            height="32"
                            style={{ border: "none", verticalAlign: "middle", marginRight: "0.5rem" }}
                          />
                          {agency.name}
                        </p>
                        {heading && <h1 style={{ fontFamily: serif, fontSize: "1.75rem", margin: "1.5rem 0 0" }}>{heading}</h1>}
                        {children}
                        <p className="muted" style={{ ...small, margin: "1rem 0 0" }}>
                          {legalName}
                          <br />
                          {`${address.street}, ${address.postalCode} ${address.city}`}
                          <br />
                          {email}
                        </p>
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}

const small = { fontSize: "0.875rem", lineHeight: 1.5, color: muted };

/** So much of a letter stands in the list of a mailbox, after the subject. */
const previewLength = 150;
/** Signs that nobody sees: they keep the beginning of the letter out of the list. */
const nothing = "\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff";

function Preview({ text }: { text: string }) {
  const shown = text.slice(0, previewLength);
  return (
    <div data-skip-in-text style={{ display: "none", overflow: "hidden", lineHeight: "1px", opacity: 0, maxHeight: 0, maxWidth: 0 }}>
      {shown + nothing.repeat(previewLength - shown.length)}
    </div>
  );
}

/** The button of a letter, and where it leads in words, for programs that show no buttons and for people who look first. */
export function Action({ href, label, spelled }: { href: string; label: string; spelled: string }) {
  return (
    <>
      <a
        className="button"
        href={href}
        target="_blank"
        style={{
          display: "inline-block",
          maxWidth: "100%",
          margin: "0.5rem 0",
          borderRadius: "999px",
          padding: "14px 24px",
          backgroundColor: tide,
          color: "#fdfcf8",
          fontWeight: 600,
          lineHeight: "100%",
          textDecoration: "none",
          ...outlook.button,
        }}
      >
        <span dangerouslySetInnerHTML={{ __html: outlook.before }} />
        <span style={{ display: "inline-block", maxWidth: "100%", lineHeight: "120%", ...outlook.label }}>{label}</span>
        <span dangerouslySetInnerHTML={{ __html: outlook.after }} />
      </a>
      {/* In the plain text the address stands beside the label already. */}
      <p className="muted" data-skip-in-text style={{ ...small, margin: "0.75rem 0 1rem", overflowWrap: "anywhere" }}>
        {spelled}
        <br />
        <Link href={href}>{href}</Link>
      </p>
    </>
  );
}

/** Outlook on Windows knows no padding at links: these are the button's 24 pixels beside the label, and the 14 above and below it. */
const outlook = {
  button: { msoPaddingAlt: "0px" },
  label: { msoPaddingAlt: "0px", msoTextRaise: "10.5px" },
  before: '<!--[if mso]><i style="mso-font-width:400%;mso-text-raise:21" hidden>&#8202;&#8202;&#8202;</i><![endif]-->',
  after: '<!--[if mso]><i style="mso-font-width:400%" hidden>&#8202;&#8202;&#8202;&#8203;</i><![endif]-->',
};

export function Link({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" style={{ color: tide }}>
      {children}
    </a>
  );
}

export function Paragraph({ children }: { children: ReactNode }) {
  return <p style={{ margin: "1rem 0", fontSize: "1rem", lineHeight: 1.6 }}>{children}</p>;
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
      <hr style={{ width: "100%", margin: "2rem 0 1rem", border: "none", borderTop: "1px solid #c9d2ce" }} />
      <p className="muted" style={{ ...small, margin: 0 }}>
        {children}
      </p>
    </>
  );
}

/** Something to copy by hand. */
export function Code({ children }: { children: ReactNode }) {
  return <p style={{ margin: "0 0 1rem", fontSize: "1.75rem", lineHeight: 1.2, fontWeight: 700, letterSpacing: "0.2em" }}>{children}</p>;
}

/** Facts with their names, one under the other; empty ones are left out. */
export function Details({ items }: { items: [name: string, value: string | null, href?: string][] }) {
  return items
    .filter(([, value]) => value)
    .map(([name, value, href]) => (
      <p key={name} style={{ margin: "0.75rem 0", fontSize: "1rem", lineHeight: 1.5, whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        <span className="muted" style={{ color: muted, fontSize: "0.875rem" }}>
          {name}
        </span>
        <br />
        {href ? <Link href={href}>{value}</Link> : value}
      </p>
    ));
}
