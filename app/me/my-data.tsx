import { Link } from "react-router";
import { SubmitButton } from "#app/account/account-sheet.tsx";
import { localePath } from "#content/locales.ts";
import type { MeProps } from "./my-page.server.ts";
import { TextField } from "#app/ui/field.tsx";
import { MeForm, Part, Section } from "./section.tsx";

export function MyData({ text: { data: text }, locale, isAdmin, reply }: MeProps) {
  const mine = reply?.form === "delete" ? reply : undefined;
  return (
    <Section id="data" heading={text.heading}>
      <p>{text.lead}</p>
      <p>
        <a href={localePath(locale, "/me/data.json")} download>
          {text.download}
        </a>
      </p>
      <Part id="delete" heading={text.delete.heading}>
        <p className="text-muted">
          {text.delete.lead}
          <Link to={localePath(locale, "/legal/politica-privacidad")}>{text.delete.policy}</Link>
          {text.delete.after}
        </p>
        {isAdmin ? (
          <p>{text.delete.admin}</p>
        ) : (
          <details open={!!mine}>
            <summary className="cursor-pointer font-semibold">{text.delete.open}</summary>
            <div className="mt-4">
              <MeForm reply={mine}>
                <TextField
                  name="confirm_email"
                  label={text.delete.field}
                  hint={text.delete.confirm}
                  required
                  autoComplete="off"
                  defaultValue={mine?.typed?.confirm_email}
                  error={mine?.errors?.confirm_email}
                />
                <SubmitButton intent="delete" label={text.delete.action} busyLabel={text.delete.deleting} />
              </MeForm>
            </div>
          </details>
        )}
      </Part>
    </Section>
  );
}
