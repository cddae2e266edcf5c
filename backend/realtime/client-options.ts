/** How the site's own clients are in touch, in milliseconds: for `createClient(…, { realtime: clientOptions })`. */
export const clientOptions = {
  timeout: 10_000,
  heartbeatIntervalMs: 30_000,
  reconnectAfterMs: (tries: number) => [1000, 2000, 5000][tries - 1] ?? 10_000,
};
