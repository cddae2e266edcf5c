import { Link } from "react-router";
import { Checkbox } from "./field.tsx";

type Props = { name: string; text: { before: string; link: string; after: string }; to: string; error?: string; accepted: boolean };

/** A box to tick, with the document it is about. That opens beside the form, which keeps what was typed. */
export function ConsentBox({ name, text, to, error, accepted }: Props) {
  return (
    <Checkbox
      name={name}
      required
      error={error}
      defaultChecked={accepted}
      label={
        <>
          {text.before}
          <Link to={to} target="_blank" reloadDocument>
            {text.link}
          </Link>
          {text.after}
        </>
      }
    />
  );
}
