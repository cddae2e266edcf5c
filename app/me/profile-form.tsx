import { RequiredNote, SubmitButton } from "#app/account/account-sheet.tsx";
import { languageNames, locales } from "#content/locales.ts";
import type { MeProps } from "./my-page.server.ts";
import { Select, TextField } from "#app/ui/field.tsx";
import { DoneHere, MeForm, Section } from "./section.tsx";

export function ProfileForm({ text, profile, done, reply }: MeProps) {
  const mine = reply?.form === "profile" ? reply : undefined;
  const field = (name: keyof typeof profile) => ({
    name,
    error: mine?.errors?.[name],
    defaultValue: mine?.typed?.[name] ?? profile[name] ?? "",
  });
  const { labels, optional } = text;
  return (
    <Section id="profile" heading={text.profile.heading}>
      <DoneHere done={done} when={["profile"]} />
      <MeForm reply={mine}>
        <RequiredNote />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...field("name")} label={labels.name} required autoComplete="name" />
          <TextField {...field("company")} label={labels.company} optional={optional} autoComplete="organization" />
          <TextField {...field("phone")} label={labels.phone} optional={optional} type="tel" autoComplete="tel" />
          <Select {...field("locale")} label={text.profile.language}>
            {locales.map((locale) => (
              <option key={locale} value={locale}>
                {languageNames[locale]}
              </option>
            ))}
          </Select>
        </div>
        <SubmitButton intent="profile" label={text.profile.save} busyLabel={text.profile.saving} />
      </MeForm>
    </Section>
  );
}
