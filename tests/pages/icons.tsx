import { useState } from "react";
import { Icon } from "#app/ui/icon.tsx";

const later = ["lucide:anchor", "lucide:waves", "ph:lighthouse", "lucide:no-such-icon"];

/** One icon drawn by the server, and some that the browser asks for later. */
export default function IconsPage() {
  const [more, setMore] = useState(false);
  const [another, setAnother] = useState(false);
  return (
    <main id="content">
      <h1>Icons</h1>
      <Icon name="lucide:compass" aria-label="compass" />
      <button onClick={() => setMore(true)}>more</button>
      <button onClick={() => setAnother(true)}>another</button>
      {another && <Icon name="lucide:ship" aria-label="ship" />}
      {more && later.map((name) => <Icon key={name} name={name} aria-label={name} />)}
    </main>
  );
}
