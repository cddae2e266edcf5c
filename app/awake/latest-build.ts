/** Where the server tells which build it runs (server/app.ts). */
export const latestBuildPath = "/builds/latest.json";

export type Build = { id: string; timestamp: number };
