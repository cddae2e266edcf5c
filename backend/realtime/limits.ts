/** What one socket, one network and all together may. */
export const limits = {
  sockets: 10_000,
  /** From one IPv4 address, or one half of an IPv6 address: an office behind one address has some hundred browsers. */
  socketsPerNetwork: 300,
  channelsPerSocket: 100,
  /** Bytes. A frame has its topic, event and numbers beside what is told. */
  message: 256 * 1024,
  frame: 260 * 1024,
  /** Bytes of what somebody says of themselves: every member of the channel is told, and the server keeps it. */
  presence: 2048,
  /** Bytes that wait for a client who does not read. */
  waiting: 1024 * 1024,
  /** In one call of the HTTP API. */
  messagesPerCall: 100,
};

/** A message costs one, and one more for every 4 kB; a second gives a hundred, and two hundred are the most that is saved up. */
const perSecond = 100;
const most = 200;

export type Budget = { left: number; at: number };

export function newBudget(): Budget {
  return { left: most, at: Date.now() };
}

/** Whether there was enough left for it. */
export function spend(budget: Budget, cost: number, now = Date.now()): boolean {
  budget.left = Math.min(most, budget.left + (Math.max(0, now - budget.at) / 1000) * perSecond);
  budget.at = now;
  if (budget.left < cost) return false;
  budget.left -= cost;
  return true;
}

/** Then it is as good as a new one. */
export function isFull({ left, at }: Budget, now: number): boolean {
  return left + ((now - at) / 1000) * perSecond >= most;
}

export const costOf = (bytes: number) => 1 + Math.floor(bytes / 4096);
