import { Form } from "react-router";
import { FormProblem, SubmitButton } from "#app/account/account-sheet.tsx";
import { providerName } from "#content/provider-name.ts";
import { fill } from "#content/format.ts";
import { localePath } from "#content/locales.ts";
import type { MeProps } from "./my-page.server.ts";
import { PasswordField } from "#app/account/password-field.tsx";
import { TextField } from "#app/ui/field.tsx";
import { MeForm, Row, Rows, Section } from "./section.tsx";

export function Security(props: MeProps) {
  return (
    <Section id="security" heading={props.text.security.heading}>
      <Rows>
        <Password {...props} />
        <Email {...props} />
        <SecondFactor {...props} />
        <Identities {...props} />
        <Sessions {...props} />
      </Rows>
    </Section>
  );
}

function Password({ text: { security }, passwordHint, email, done, reply }: MeProps) {
  const text = security.password;
  const mine = reply?.form === "password" ? reply : undefined;
  return (
    <Row id="password" heading={text.heading} state={text.state} lead={text.lead} done={done} when={["password"]} reply={mine}>
      <MeForm reply={mine}>
        {/* For password managers, which must know whose password it is. */}
        <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
        <PasswordField
          name="new_password"
          label={text.new}
          required
          autoComplete="new-password"
          hint={passwordHint}
          error={mine?.errors?.new_password}
        />
        <SubmitButton intent="password" label={text.save} busyLabel={text.saving} look="quiet" />
      </MeForm>
    </Row>
  );
}

function Email({ text: { security }, email, newEmail, done, reply }: MeProps) {
  const text = security.email;
  const mine = reply?.form === "email" ? reply : undefined;
  const again = reply?.form === "email-again" ? reply : undefined;
  const isJustSent = done?.what === "email" || done?.what === "emailAgain";
  return (
    <Row
      id="email"
      heading={text.heading}
      state={newEmail ? `${email} → ${newEmail}` : email}
      lead={text.lead}
      done={done}
      when={["email", "emailAgain"]}
      reply={mine ?? again}
      isOpen={!!newEmail}
    >
      {newEmail && !isJustSent && <p>{fill(text.pending, { new: newEmail })}</p>}
      {newEmail && (
        <MeForm reply={again}>
          <SubmitButton intent="email-again" label={text.again} busyLabel={text.saving} look="quiet" />
        </MeForm>
      )}
      <MeForm reply={mine}>
        <TextField
          // What was asked for is no longer being typed.
          key={newEmail}
          name="new_email"
          label={text.new}
          required
          type="email"
          autoComplete="email"
          defaultValue={mine?.typed?.new_email}
          error={mine?.errors?.new_email}
        />
        <SubmitButton intent="email" label={text.save} busyLabel={text.saving} look="quiet" />
      </MeForm>
    </Row>
  );
}

function SecondFactor({ text: { security }, factors, recoveryCodes, needsFactor, done, reply }: MeProps) {
  const text = security.factor;
  const mine = reply?.form === "factor" ? reply : undefined;
  return (
    <Row
      id="second-factor"
      heading={text.heading}
      state={factors.length > 0 ? fill(text.on, { date: factors[0]!.since }) : text.off}
      lead={text.lead}
      done={done}
      when={["factorAdded", "factorRemoved", "codes"]}
      reply={mine}
      isOpen={needsFactor}
    >
      {needsFactor && (
        <p role="status" className="border-l-4 border-alert bg-shade px-5 py-4">
          {text.needed}
        </p>
      )}
      {factors.map(({ id, since }) => (
        <div key={id} className="grid gap-2">
          <p>{fill(text.on, { date: since })}</p>
          <details>
            <summary className="cursor-pointer font-semibold">{text.remove}</summary>
            <MeForm className="mt-3 grid gap-3">
              <p>{text.removeLead}</p>
              <input type="hidden" name="factor" value={id} />
              <SubmitButton intent="factor-off" label={text.removeConfirm} look="quiet" />
            </MeForm>
          </details>
        </div>
      ))}
      <MeForm reply={mine}>
        <SubmitButton
          intent="factor-new"
          label={factors.length > 0 ? text.another : text.add}
          busyLabel={text.adding}
          look={needsFactor ? undefined : "quiet"}
        />
      </MeForm>
      {recoveryCodes && <RecoveryCodes text={security.recovery} {...recoveryCodes} />}
    </Row>
  );
}

type Codes = NonNullable<MeProps["recoveryCodes"]> & { text: MeProps["text"]["security"]["recovery"] };

function RecoveryCodes({ text, total, left, since }: Codes) {
  return (
    <div id="recovery-codes" className="grid gap-3">
      <h4 className="font-semibold">{text.heading}</h4>
      <p className={left > 2 ? "text-muted" : ""}>
        {text.lead} {total > 0 ? fill(text.left, { left, total, date: since }) : text.none}
      </p>
      <MeForm>
        <SubmitButton intent="codes-new" label={total > 0 ? text.renew : text.make} look="quiet" />
      </MeForm>
    </div>
  );
}

function Identities({ text: { security }, identities, providers, done, reply }: MeProps) {
  const text = security.identities;
  const mine = reply?.form === "identities" ? reply : undefined;
  const others = identities.filter(({ provider }) => provider !== "email");
  if (others.length === 0 && providers.length === 0) return null;
  return (
    <Row
      id="identities"
      heading={text.heading}
      state={others.map(({ provider }) => providerName(provider)).join(", ") || text.none}
      lead={text.lead}
      done={done}
      when={["identityLinked", "identityRemoved"]}
      reply={mine}
    >
      <FormProblem reply={mine} />
      {others.map(({ id, provider, email }) => (
        <MeForm key={id} className="flex flex-wrap items-center justify-between gap-3">
          <span>
            {providerName(provider)} <span className="text-muted">{email}</span>
          </span>
          <input type="hidden" name="identity" value={id} />
          <SubmitButton
            intent="unlink"
            label={text.unlink}
            ariaLabel={fill(text.unlinkLabel, { provider: providerName(provider) })}
            look="quiet"
          />
        </MeForm>
      ))}
      {providers.map((provider) => (
        <MeForm key={provider}>
          <input type="hidden" name="provider" value={provider} />
          <SubmitButton intent="link" label={fill(text.link, { provider: providerName(provider) })} look="quiet" />
        </MeForm>
      ))}
    </Row>
  );
}

function Sessions({ text: { security }, sessions, locale, done, reply }: MeProps) {
  const text = security.sessions;
  const mine = reply?.form === "sessions" ? reply : undefined;
  return (
    <Row
      id="sessions"
      heading={text.heading}
      state={sessions.length > 1 ? fill(text.many, { n: sessions.length }) : sessions.length === 1 && text.one}
      lead={text.lead}
      done={done}
      when={["others", "session"]}
      reply={mine}
    >
      <FormProblem reply={mine} />
      {sessions.length > 0 && (
        <ul className="grid gap-4">
          {sessions.map(({ id, device, used, isThis }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <span>
                {device}
                {isThis && <span className="mark ml-2 text-sm font-semibold">{text.current}</span>}
                <span className="block text-sm text-muted">{used}</span>
              </span>
              {!isThis && (
                <MeForm>
                  <input type="hidden" name="session" value={id} />
                  <SubmitButton intent="out-one" label={text.end} ariaLabel={fill(text.endLabel, { device, used })} look="quiet" />
                </MeForm>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        <MeForm>
          <SubmitButton intent="out-others" label={text.others} look="quiet" />
        </MeForm>
        <Form method="post" action={localePath(locale, "/login")}>
          <SubmitButton intent="out-everywhere" label={text.everywhere} look="quiet" />
        </Form>
      </div>
    </Row>
  );
}
