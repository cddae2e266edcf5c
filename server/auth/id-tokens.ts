import type { Auth, AuthContext } from "./context.ts";
import { validationFailed } from "./errors.ts";

export async function signInWithIdToken(_auth: Auth, _c: AuthContext): Promise<Response> {
  throw validationFailed("not yet");
}
