import { Form, redirect, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from "react-router";
import { browserClient } from "#app/account/browser-client.ts";
import { accountContext, withAccount } from "#app/account/server-client.server.ts";
import { SessionWatch } from "#app/account/session-watch.tsx";
import { backendContext } from "#app/context.ts";

/** Who is signed in, as the server sees it; signs in and out by a plain form. */
export const middleware = [withAccount];

export async function loader({ context }: LoaderFunctionArgs) {
  const { url, publishableKey } = context.get(backendContext).accounts;
  const { data } = await context.get(accountContext).auth.getUser();
  return { email: data.user?.email, who: data.user?.id ?? null, accounts: { url, publishableKey } };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { auth } = context.get(accountContext);
  const form = await request.formData();
  const { error } =
    form.get("intent") === "out"
      ? await auth.signOut({ scope: "local" })
      : await auth.signInWithPassword({ email: String(form.get("email")), password: String(form.get("password")) });
  if (error) throw error;
  return redirect("/test/session");
}

export default function SessionPage() {
  const { email, who, accounts } = useLoaderData<typeof loader>();
  return (
    <main id="content">
      <h1>Session</h1>
      <p>{email ? `Signed in as ${email}` : "Signed out"}</p>
      {/* A new form for each person: what is typed into one would hold the page back when they leave. */}
      <Form key={email} method="post">
        <input name="email" aria-label="E-mail" />
        <input name="password" type="password" aria-label="Password" />
        <button name="intent" value="in">
          Sign in
        </button>
        <button name="intent" value="out">
          Sign out
        </button>
      </Form>
      <button type="button" onClick={() => void browserClient(accounts).auth.signOut({ scope: "local" })}>
        Leave
      </button>
      <SessionWatch accounts={accounts} who={who} locale="en" />
    </main>
  );
}
