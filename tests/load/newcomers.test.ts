import { Agent, get } from "node:http";
import { expect, test } from "vitest";
import { startServer } from "../server.ts";

const regulars = 40;
const newcomers = 15;

test(`who comes new waits for a few pages of others, not for those of all ${regulars} who ask and ask`, async () => {
  const server = await startServer();
  const agents = Array.from({ length: regulars }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  let rendered = 0;
  const over = new AbortController();
  const ask = async (agent: Agent) => {
    await visit(`${server.url}/login`, agent);
    rendered++;
  };
  try {
    await Promise.all(agents.map(ask));
    const asking = agents.map(async (agent) => {
      while (!over.signal.aborted) await ask(agent);
    });

    const before = rendered;
    const waits: number[] = [];
    for (let visitor = 0; visitor < newcomers; visitor++) {
      const came = performance.now();
      await visit(server.url, new Agent());
      waits.push(performance.now() - came);
    }
    const perPage = waits.reduce((sum, wait) => sum + wait) / (rendered - before);
    over.abort();
    await Promise.all(asking);

    const median = waits.toSorted((a, b) => a - b)[Math.floor(newcomers / 2)]!;
    console.log(`A page took ${perPage.toFixed(1)} ms, a newcomer waited ${median.toFixed(0)} ms`);
    expect(median / perPage).toBeLessThan(regulars / 4);
  } finally {
    for (const agent of agents) agent.destroy();
    await server.stop();
  }
});

function visit(address: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(address, { agent }, (response) => {
      expect(response.statusCode).toBe(200);
      response.resume().on("end", resolve).on("error", reject);
    }).on("error", reject);
  });
}
