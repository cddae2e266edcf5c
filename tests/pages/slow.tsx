import { setTimeout } from "node:timers/promises";
import type { LoaderFunctionArgs } from "react-router";

/** Takes its time: `?ms=1500`. */
export async function loader({ request }: LoaderFunctionArgs) {
  await setTimeout(Number(new URL(request.url).searchParams.get("ms")));
  return null;
}

export default function SlowPage() {
  return (
    <main id="content">
      <h1>Slow</h1>
    </main>
  );
}
