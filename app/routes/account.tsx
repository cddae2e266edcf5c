import { Outlet } from "react-router";
import type { Route } from "./+types/account";
import { ExpiredForm, expiredIn } from "#app/account/expired-form.tsx";
import type { FormTexts } from "#app/account/form-texts.ts";
import { accountContext, withAccount } from "#app/account/server-client.server.ts";
import { OutOfReachNotice } from "#app/account/out-of-reach-notice.tsx";
import { SessionWatch } from "#app/account/session-watch.tsx";
import { backendContext } from "#app/context.ts";
import { ErrorScreen } from "#app/error/error-screen.tsx";
import { textsOf } from "#app/i18n/page-texts.server.ts";
import { pageMeta } from "#app/seo/page-meta.ts";
import { shortestPassword } from "#backend/auth/password-rule.ts";
import { agency } from "#content/agency.ts";
import { fillAll } from "#content/format.ts";

export const middleware = [withAccount];

/** Where the browser's client finds the accounts, who the visitor is, and what all forms say. Without a loader the middleware would be skipped in navigation inside the browser. */
export async function loader(args: Route.LoaderArgs) {
  const { url, publishableKey } = args.context.get(backendContext).accounts;
  const { data: token } = await args.context.get(accountContext).auth.getClaims();
  const who = token ? `${token.claims.sub} ${token.claims.aal}` : null;
  const { locale, texts } = await textsOf(args);
  const { account, contact } = texts;
  const forms: FormTexts = {
    summary: contact.errors.summary,
    required: contact.form.required,
    unreachable: account.unreachable,
    password: fillAll(account.passwordField, { min: shortestPassword }),
  };
  return { locale, accounts: { url, publishableKey }, who, forms, outOfReach: account.outOfReach };
}

/** Pages bring their own; this is for what is shown in their place. */
export function meta({ location, error }: Route.MetaArgs) {
  const expired = expiredIn(error);
  if (!expired) return pageMeta({ location, error });
  return [{ title: `${expired.text.heading} · ${agency.name}` }, { name: "robots", content: "noindex" }];
}

/** What stands around every page that knows who its visitor is. */
export default function AccountLayout({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Outlet context={loaderData.accounts} />
      <SessionWatch {...loaderData} />
      <OutOfReachNotice text={loaderData.outOfReach} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const expired = expiredIn(error);
  return expired ? <ExpiredForm expired={expired} /> : <ErrorScreen error={error} />;
}
