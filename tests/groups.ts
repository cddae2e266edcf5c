/**
 * Suites of vitest.config.ts that are alike in all but their names. Where all of a group is wanted it runs as one: its workers load the site
 * once, and each file is compiled once.
 */
export const groups: Record<string, string[]> = {
  together: ["unit", "contract", "http", "security"],
  "together-postgres": ["unit-postgres", "contract-postgres"],
  "together-long": ["faults-long", "fuzz-long", "browsers", "deploy"],
};
