import type { ReactNode } from "react";
import { Link } from "react-router";
import { RequiredNote, SubmitButton } from "#app/account/account-sheet.tsx";
import { OwnForm } from "#app/account/own-form.tsx";
import { Done } from "#app/account/done.tsx";
import { phoneGroups } from "#content/format.ts";
import { localePath } from "#content/locales.ts";
import { TextField } from "#app/ui/field.tsx";
import { LocaleField } from "./new-person.tsx";
import { PeopleLog } from "./people-log.tsx";
import type { LogShown } from "./people-shown.server.ts";
import { AccessForms, CarefulForms } from "./person-forms.tsx";
import type { PersonProps } from "./person-props.ts";
import { StateMarks } from "./state-marks.tsx";

/** What is particular about them, beside their name, and the way back. */
export function PersonBar({ text, locale, person }: Pick<PersonProps, "text" | "locale" | "person">) {
  return (
    <div className="flex flex-wrap items-center gap-x-5">
      <StateMarks states={person.states} text={text.states} />
      <BackToPeople text={text} locale={locale} />
    </div>
  );
}

export function BackToPeople({ text, locale }: Pick<PersonProps, "text" | "locale">) {
  return (
    <Link to={localePath(locale, "/admin/profiles")} className="inline-flex min-h-11 items-center text-sm">
      {`← ${text.back}`}
    </Link>
  );
}

/** All there is to know and to do about somebody. */
export function PersonPage({ done, log, ...props }: PersonProps & { done?: string; log: LogShown }) {
  const { text, locale, person } = props;
  return (
    <div className="mt-3 grid gap-8">
      <Done>{done}</Done>
      <Facts {...props} />
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-2">
        <div>
          <Part heading={text.person.profile.heading}>
            {/* After somebody else's change, the form starts from what there is now. */}
            <ProfileForm key={person.seen} {...props} />
          </Part>
        </div>
        <div className="grid content-start gap-8">
          {person.isYou ? (
            <p className="bg-shade px-5 py-4">
              {text.person.isYou} <Link to={localePath(locale, "/me")}>{text.person.myArea}</Link>
            </p>
          ) : (
            <>
              <Part heading={text.person.access.heading}>
                <AccessForms {...props} />
              </Part>
              <Part heading={text.person.careful.heading}>
                <CarefulForms {...props} />
              </Part>
            </>
          )}
        </div>
      </div>
      <Part heading={text.log.heading}>
        <PeopleLog text={text} locale={locale} log={log} />
      </Part>
    </div>
  );
}

function Part({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="font-sans text-lg font-bold">{heading}</h2>
      {children}
    </section>
  );
}

function Facts({ text, locale, person }: PersonProps) {
  const { facts } = text.person;
  const { shown } = person;
  const inbox = localePath(locale, `/admin/messages?person=${person.id}`);
  const rows: Record<string, ReactNode> = {
    [facts.email]: person.email ? `${person.email} (${person.isConfirmed ? facts.confirmed : facts.unconfirmed})` : facts.nothing,
    [facts.company]: person.company || facts.nothing,
    [facts.phone]: shown.phone,
    [facts.locale]: shown.locale,
    [facts.role]: person.isAdmin ? facts.roles.admin : facts.roles.client,
    [facts.since]: shown.since,
    [facts.lastSignIn]: shown.lastSignIn,
    [facts.lastUse]: shown.lastUse,
    ...(shown.bannedUntil && { [facts.bannedUntil]: <strong className="text-alert">{shown.bannedUntil}</strong> }),
    [facts.factor]: person.hasFactor ? facts.yes : facts.no,
    [facts.providers]: shown.providers,
    [facts.requests]: person.requests > 0 ? <Link to={inbox}>{person.requests}</Link> : person.requests,
  };
  return (
    <section>
      <h2 className="sr-only">{facts.heading}</h2>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 border-b border-line pb-6 md:grid-cols-3 lg:grid-cols-4">
        {Object.entries(rows).map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function ProfileForm({ text: { fields, person: own, ...text }, person, reply }: PersonProps) {
  const answer = reply?.intent === "profile" ? reply : undefined;
  const field = (name: "name" | "email" | "company" | "phone") => ({
    name,
    label: fields[name],
    error: answer?.errors?.[name],
    defaultValue: answer?.typed?.[name] ?? (name === "phone" ? phoneGroups(person.phone) : person[name]),
    autoComplete: "off",
  });
  return (
    <div className="mt-4">
      <OwnForm reply={answer}>
        <RequiredNote />
        <input type="hidden" name="seen" value={person.seen} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...field("name")} required />
          <TextField {...field("email")} required type="email" />
          <TextField {...field("company")} optional={fields.optional} />
          <TextField {...field("phone")} optional={fields.optional} type="tel" />
          <LocaleField
            text={{ fields, person: own, ...text }}
            locale={answer?.typed?.locale ?? person.locale}
            error={answer?.errors?.locale}
          />
        </div>
        <SubmitButton intent="profile" label={own.profile.save} busyLabel={own.profile.saving} />
      </OwnForm>
    </div>
  );
}
