import type { ComponentProps } from "react";
import { useLoaderData } from "react-router";
import { AccountForm } from "./account-sheet.tsx";

/** A form that says whose it is: it may be sent after somebody else has signed in. The page's loader gives `userId`. */
export function OwnForm({ children, ...props }: ComponentProps<typeof AccountForm>) {
  const { userId } = useLoaderData<{ userId: string }>();
  return (
    // What one person has typed is not for the next to send.
    <AccountForm key={userId} {...props}>
      <input type="hidden" name="whose" value={userId} />
      {children}
    </AccountForm>
  );
}
