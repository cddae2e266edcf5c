import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Handler } from "hono";
import { sameText } from "#backend/auth/keys.ts";
import type { Backend } from "#backend/backend.ts";
import { limitsReached } from "#backend/rate-limit.ts";
import type { Config } from "#server/config.ts";
import type { Env } from "#server/http/env.ts";

const delay = monitorEventLoopDelay({ resolution: 20 });
delay.enable();

/** How many answers there were of each status. */
export type Answers = Map<number, number>;

export function countAnswer(answers: Answers, status: number) {
  answers.set(status, (answers.get(status) ?? 0) + 1);
}

/**
 * Figures for a monitor, in the text format of Prometheus: for whoever has METRICS_TOKEN, and where the site is not public for programs on this
 * machine; on a public one these may be a proxy that does not say for whom it asks. To everybody else there is no such page.
 */
export function metrics({ metricsToken, isPublic }: Config, backend: Backend, answers: Answers): Handler<Env> {
  return async (c) => {
    const isHere = !isPublic && isLoopback(c.env?.incoming?.socket.remoteAddress) && !c.req.header("x-forwarded-for");
    if (!isHere && !(metricsToken && sameText(c.req.header("authorization") ?? "", `Bearer ${metricsToken}`))) return c.notFound();

    const processor = process.cpuUsage();
    const health = await backend.health().catch(() => undefined);
    const lines = [
      ...family("abrente_ready", "gauge", "Whether the database answers.", [["", health ? 1 : 0]]),
      ...family(
        "abrente_responses_total",
        "counter",
        "Answers since the start; 429 is a limit that was reached.",
        [...answers].toSorted().map(([status, count]) => [`{status="${status}"}`, count]),
      ),
      ...family(
        "abrente_limits_reached_total",
        "counter",
        "How often a limit on attempts was reached.",
        [...limitsReached].map(([kind, count]) => [`{kind="${kind}"}`, count]),
      ),
      ...(health
        ? [
            ...family(
              "abrente_mails",
              "gauge",
              "Mails in the outbox; failed ones were given up.",
              Object.entries(health.mails).map(([state, count]) => [`{state="${state}"}`, count]),
            ),
            ...family("abrente_oldest_due_mail_seconds", "gauge", "How long the mail that waits longest has been waiting.", [
              ["", health.oldestMail],
            ]),
            ...family("abrente_mailbox_trouble", "gauge", "Whether the mailbox that answers come to cannot be read.", [
              ["", health.mailbox ? 1 : 0],
            ]),
          ]
        : []),
      ...(health?.sessions === undefined
        ? []
        : family("abrente_sessions", "gauge", "Sessions of people who are signed in.", [["", health.sessions]])),
      ...family("abrente_event_loop_delay_seconds", "gauge", "How late the process was, since the figures were read before.", [
        ['{quantile="0.5"}', delay.percentile(50) / 1e9],
        ['{quantile="0.99"}', delay.percentile(99) / 1e9],
        ['{quantile="1"}', delay.max / 1e9],
      ]),
      ...family("process_resident_memory_bytes", "gauge", "Memory of the process.", [["", process.memoryUsage.rss()]]),
      ...family("process_cpu_seconds_total", "counter", "Processor time.", [["", (processor.user + processor.system) / 1e6]]),
      ...family("process_start_time_seconds", "gauge", "When the process began.", [["", Math.round(performance.timeOrigin / 1000)]]),
    ];
    delay.reset();
    return c.body(`${lines.join("\n")}\n`, 200, {
      "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
      "Cache-Control": "no-store",
    });
  };
}

function family(name: string, type: "counter" | "gauge", help: string, samples: [labels: string, value: number][]): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples.map(([labels, value]) => `${name}${labels} ${value}`)];
}

function isLoopback(address = ""): boolean {
  return /^(::ffff:)?127\.|^::1$/.test(address);
}
