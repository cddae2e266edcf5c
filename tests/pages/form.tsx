import type { ActionFunctionArgs } from "react-router";
import { Form, useActionData } from "react-router";
import type { PageHandle } from "#app/routing/page-handle.ts";
import { Button } from "#app/ui/button.tsx";

/** A public page with a form, to be typed into before React is awake. */
export const handle: PageHandle = { sleeps: true };

export async function action({ request }: ActionFunctionArgs) {
  return { name: String((await request.formData()).get("name")) };
}

export default function FormPage() {
  const answer = useActionData<typeof action>();
  return (
    <main id="content">
      <h1>Form</h1>
      <Form method="post">
        <label>
          Name <input name="name" />
        </label>
        <label>
          Message <textarea name="message" />
        </label>
        <label>
          <input type="checkbox" name="agree" /> Agree
        </label>
        <Button>Send</Button>
      </Form>
      {answer && <output>Hello, {answer.name}</output>}
    </main>
  );
}
