import type { Keys } from "#backend/auth/keys.ts";
import { linkToken, shortCode } from "#backend/auth/one-time-tokens.ts";
import type { AuthMailPayload } from "#backend/database/schema.ts";
import type { Settings } from "#backend/settings.ts";
import { agency } from "#content/agency.ts";
import { contentFor } from "#content/content-for.server.ts";
import { fill } from "#content/format.ts";
import { localePath } from "#content/locales.ts";
import { providerName } from "#content/provider-name.ts";
import { Action, Code, Letter, Paragraph, SmallPrint, type Draft } from "./letter.tsx";

/** What `/confirm` must be told for each letter. */
const typeOf = {
  signup: "signup",
  magiclink: "magiclink",
  recovery: "recovery",
  invite: "invite",
  email_change_new: "email_change",
  email_change_current: "email_change",
};

/** A letter of the accounts: a link to `/confirm`, and a code for those who read the mail elsewhere. */
export async function authLetter(payload: AuthMailPayload, { siteUrl, mail }: Settings, keys?: Keys): Promise<Draft> {
  const { to, locale, letter, tokenId, redirectTo, newEmail, change, provider } = payload;
  const { auth, spelled } = (await contentFor(locale)).mail;
  // From the address that was there before nobody gets in any more: another password would be mailed to the new one.
  const text = auth.letters[change === "email" ? "email_changed" : letter];
  const page = new URL(siteUrl).host + localePath(locale, "/confirm");
  const facts = { name: agency.name, page, email: to, newEmail: newEmail ?? "", provider: providerName(provider ?? "") };
  const filled = { ...facts, change: change && change !== "email" ? fill(auth.changes[change], facts) : "" };

  const link = linkOf();
  return {
    to,
    replyTo: mail.to,
    subject: fill(text.subject, filled),
    body: (
      <Letter locale={locale} preview={fill(text.text, filled)} heading={text.heading}>
        <Paragraph>{fill(text.text, filled)}</Paragraph>
        {link && <Action href={link} label={text.action} spelled={spelled} />}
        {tokenId && <Paragraph>{link ? fill(auth.code, filled) : auth.codeOnly}</Paragraph>}
        {tokenId && <Code>{shortCode(keys!, tokenId)}</Code>}
        <Paragraph>{fill(auth.sign, filled)}</Paragraph>
        <SmallPrint>{why()}</SmallPrint>
      </Letter>
    ),
  };

  function why(): string {
    if (letter === "changed" || letter === "recovery_code_used" || letter === "deleted") return auth.whyChanged;
    if (letter === "guesses") return auth.whyGuesses;
    if (!tokenId) return auth.whyNoToken;
    return link ? auth.why : auth.whyCode;
  }

  function linkOf(): string | undefined {
    if (letter === "account_exists") return siteUrl + localePath(locale, "/login");
    if (letter === "deleted" || change === "email") return siteUrl + localePath(locale, "/contact");
    if (letter === "changed" || letter === "recovery_code_used") return siteUrl + localePath(locale, "/login?step=forgot");
    if (letter === "guesses") return siteUrl + localePath(locale, "/me#security");
    if (letter === "reauthentication" || !tokenId) return;
    const query = new URLSearchParams({ token_hash: linkToken(keys!, tokenId), type: typeOf[letter] });
    // Only the path: the site's own address is known.
    const target = redirectTo && URL.parse(redirectTo);
    if (target && target.pathname !== "/") query.set("next", target.pathname + target.search);
    return `${siteUrl}${localePath(locale, "/confirm")}?${query}`;
  }
}
