import { Link } from "react-router";
import { SubmitButton } from "#app/account/account-sheet.tsx";
import { localePath } from "#content/locales.ts";
import type { MeProps } from "./my-page.server.ts";
import { TextField } from "#app/ui/field.tsx";
import { MeForm, Row, Rows, Section } from "./section.tsx";

export function MyData({ text: { data: text }, locale, isAdmin, withFiles, reply }: MeProps) {
  const mine = reply?.form === "delete" ? reply : undefined;
  return (
    <Section id="data" heading={text.heading}>
      <p className="max-w-prose text-muted">{text.lead}</p>
      <Rows>
        <p className="border-b border-line">
          <a href={localePath(locale, "/me/data.json")} download className="inline-flex min-h-14 items-center font-semibold">
            {text.download}
          </a>
          {withFiles && (
            <>
              <br />
              <a href={localePath(locale, "/me/data.zip")} download className="inline-flex min-h-14 items-center font-semibold">
                {withFiles}
              </a>
            </>
          )}
        </p>
        <Row id="delete" heading={text.delete.heading} reply={mine}>
          <p className="text-muted">
            {text.delete.lead}
            <Link to={localePath(locale, "/legal/politica-privacidad")}>{text.delete.policy}</Link>
            {text.delete.after}
          </p>
          {isAdmin ? (
            <p>{text.delete.admin}</p>
          ) : (
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
              <SubmitButton intent="delete" label={text.delete.action} busyLabel={text.delete.deleting} look="quiet" />
            </MeForm>
          )}
        </Row>
      </Rows>
    </Section>
  );
}
