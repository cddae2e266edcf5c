import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import { weaknessOf } from "#backend/auth/password-rule.ts";

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

export type Strength = "length" | "known" | "weak" | "fair" | "strong";

/** What the service would refuse comes first; of the others, how hard they are to guess. */
export function strengthOf(password: string, others: string[]): Strength {
  const weakness = weaknessOf(password, others[0]);
  if (weakness) return weakness;
  const { score } = estimator.check(password.slice(0, 100), others);
  return score < 3 ? "weak" : score === 3 ? "fair" : "strong";
}
