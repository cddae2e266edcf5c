/** A page whose server side fails, with something in the message that must not get out. */
export function loader() {
  throw new Error("connect postgres://user:hunter2@db failed");
}

export default function BrokenPage() {
  return null;
}
