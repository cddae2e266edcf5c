import { useState } from "react";
import { Link } from "react-router";
import { Button } from "#app/ui/button.tsx";

/** Links to navigate with inside the browser, and the button in its states. */
export default function NavigationPage() {
  const [loading, setLoading] = useState(false);
  return (
    <main id="content">
      <h1>Navigation</h1>
      <ul>
        {[
          "/test/slow?ms=100",
          "/test/slow?ms=1500",
          "/test/broken",
          "/test/invalid",
          "/test/client-only",
          "/index-old?from=here",
          "/nope",
          "/contact",
        ].map((to) => (
          <li key={to}>
            <Link to={to}>{to}</Link>
          </li>
        ))}
      </ul>
      <Button onClick={() => setTimeout(() => setLoading(true), 600)} loading={loading}>
        Save
      </Button>
    </main>
  );
}
