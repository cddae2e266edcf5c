import { TOTP } from "otpauth";
import { beforeAll, expect, test } from "vitest";
import { requests } from "#backend/database/schema.ts";
import { acceptAnswer } from "#backend/requests/conversation.ts";
import { pathOf } from "#backend/requests/file-store.ts";
import { storeFile } from "#backend/requests/files.ts";
import { sampleRequest } from "#backend/database/testing.ts";
import { onAccounts } from "./harness.ts";

type Client = Awaited<ReturnType<ReturnType<Parameters<Parameters<typeof onAccounts>[0]>[0]>["newUser"]>>["client"];

onAccounts((site) => {
  const bucket = (client: Client) => client.storage.from("conversations");
  let [owner, other, half, admin]: Client[] = [];
  let [sent, unsent, folder]: string[] = [];

  async function withFactor(client: Client): Promise<Client> {
    const { data } = await client.auth.mfa.enroll({ factorType: "totp" });
    const code = new TOTP({ secret: data!.totp!.secret }).generate();
    expect((await client.auth.mfa.challengeAndVerify({ factorId: data!.id, code })).error).toBeNull();
    return client;
  }

  async function newAdmin() {
    const { client, id: userId } = await site().newUser();
    await site()
      .admin()
      .auth.admin.updateUserById(userId, { app_metadata: { role: "admin" } });
    await client.auth.refreshSession();
    return client;
  }

  beforeAll(async () => {
    const { client, id: userId } = await site().newUser();
    [owner, other, half, admin] = [client, (await site().newUser()).client, await newAdmin(), await withFactor(await newAdmin())];
    const { queries, url, keys } = site();
    const [request] = await queries
      .insert(requests)
      .values({ ...sampleRequest, userId })
      .returning();
    const parts = { queries, accounts: { url, secretKey: keys.secretKey }, filesPerConversation: 1e9 };
    const store = async (name: string) => {
      const body = (async function* () {
        yield Buffer.from(name);
      })();
      const added = await storeFile(parts, { requestId: request!.id, fromAgency: false, uploaderId: userId, name, body });
      return "file" in added ? added.file : expect.fail(added.refused);
    };
    const [one, two] = [await store("sent.txt"), await store("unsent.txt")];
    await acceptAnswer(queries, { id: request!.id, text: "", files: [one.id], userId });
    [sent, unsent, folder] = [pathOf(one), pathOf(two), request!.id];
  });

  const textOf = async (client: Client, path: string) => (await bucket(client).download(path)).data?.text();

  test("the people of a conversation read what was sent in it, and who adds a file reads it before", async () => {
    expect(await textOf(owner!, sent!)).toBe("sent.txt");
    expect(await textOf(admin!, sent!)).toBe("sent.txt");
    expect(await textOf(owner!, unsent!)).toBe("unsent.txt");
    expect((await bucket(owner!).list(folder)).data).toHaveLength(2);
    expect((await bucket(admin!).list(folder)).data).toHaveLength(1);
    expect((await bucket(owner!).createSignedUrl(sent!, 60)).error).toBeNull();
  });

  test("nobody else does: others, nobody, an administrator without the second step", async () => {
    for (const client of [other!, half!, site().client()]) {
      for (const path of [sent!, unsent!]) {
        expect(await textOf(client, path)).toBeUndefined();
        expect((await bucket(client).createSignedUrl(path, 60)).error).not.toBeNull();
      }
      expect((await bucket(client).list(folder)).data).toEqual([]);
    }
    expect(await textOf(admin!, unsent!)).toBeUndefined();
  });

  test("and nobody but the server adds, changes or removes any", async () => {
    for (const client of [owner!, other!, half!, admin!, site().client()]) {
      expect((await bucket(client).upload(`${folder}/${crypto.randomUUID()}`, "x")).error).not.toBeNull();
      expect((await bucket(client).upload(sent!, "x", { upsert: true })).error).not.toBeNull();
      expect((await bucket(client).move(sent!, `${folder}/moved`)).error).not.toBeNull();
      await bucket(client).remove([sent!, unsent!]);
    }
    expect(await textOf(owner!, sent!)).toBe("sent.txt");
    expect(await textOf(owner!, unsent!)).toBe("unsent.txt");
  });
});
