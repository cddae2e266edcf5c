import { Form, isRouteErrorResponse, useNavigation } from "react-router";
import type { Content } from "#content/en/index.ts";
import { AccountSheet } from "./account-sheet.tsx";
import { Button } from "#app/ui/button.tsx";

/** A form that arrived after its session had ended: what it brought, where it goes, where to sign in, and the words for it. */
export type Expired = {
  expired: { fields: [name: string, value: string][]; action: string; login: string; text: Content["account"]["expired"] };
};

export function expiredIn(error: unknown): Expired["expired"] | undefined {
  return isRouteErrorResponse(error) && error.status === 401 ? (error.data as Partial<Expired>)?.expired : undefined;
}

/** Nothing that was typed is lost: after signing in, in another tab, the same form is sent again. */
export function ExpiredForm({ expired }: Expired) {
  const { text } = expired;
  const typed = expired.fields.filter(([, value]) => /\s|.{40}/.test(value.trim()));
  return (
    <AccountSheet heading={text.heading} lead={text.lead}>
      {typed.map(([, value], number) => (
        // They never change places, and several may have one name.
        // oxlint-disable-next-line react/no-array-index-key
        <blockquote key={number} className="border-l-4 border-line pl-4 whitespace-pre-wrap">
          {value}
        </blockquote>
      ))}
      <Form method="post" action={expired.action} className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {expired.fields.map(([name, value], number) => (
          // oxlint-disable-next-line react/no-array-index-key
          <input key={number} type="hidden" name={name} value={value} />
        ))}
        {/* In a tab of its own: this one keeps the form. */}
        <a href={expired.login} target="_blank" rel="noopener">
          {text.signIn}
        </a>
        <Button loading={useNavigation().state !== "idle"}>{text.send}</Button>
      </Form>
    </AccountSheet>
  );
}
