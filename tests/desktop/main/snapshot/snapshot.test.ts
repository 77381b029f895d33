/** The lists that are kept for when the server is lost: for which user, how long, and when they are removed. */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { watchSessions } from "../../../../desktop/main/snapshot/snapshot.ts";
import type { Reading } from "../../../../desktop/main/snapshot/snapshot-reader.ts";
import { ownFolder } from "../../support/folder.ts";
import { fakeCipher } from "../../support/safe-storage.ts";
import { hour, reads, startKeeper, visitor } from "../../support/snapshots.ts";

const inside = visitor(1, { isInside: true, passNo: "A-17", enteredAt: "2026-11-21 09:10" });
const expected = visitor(2);

async function kept(more: Partial<Parameters<typeof startKeeper>[0]> = {}) {
  const keeper = startKeeper({ folder: ownFolder(), ...more });
  await keeper.says(reads([inside, expected]));
  return keeper;
}

const flip = (file: string) => {
  const text = readFileSync(file, "utf8");
  const data = Buffer.from(JSON.parse(text).data, "base64");
  data[9] = (data[9] ?? 0) ^ 1;
  writeFileSync(file, JSON.stringify({ ...JSON.parse(text), data: data.toString("base64") }));
};

describe("the snapshot", () => {
  it("is encrypted on the disk", async () => {
    const { file } = await kept();
    const text = readFileSync(file, "utf8");
    const bytes = Buffer.concat(
      Object.values<string>(JSON.parse(text)).map((part) => Buffer.from(part, "base64")),
    );
    for (const word of ["방문객1", "나래상사", "김철수", "A-17", "안내원"]) {
      expect(text).not.toContain(word);
      expect(bytes.includes(word)).toBe(false);
    }
  });

  it("keeps the previous generation, and shows it if the newest is damaged", async () => {
    const keeper = await kept();
    await keeper.says(reads([visitor(3)]));
    expect((await keeper.answer()).snapshot?.visits).toEqual([visitor(3)]);
    flip(keeper.file);
    expect((await keeper.answer()).snapshot?.visits).toEqual([inside, expected]);
    await keeper.says(reads([visitor(4)]));
    flip(keeper.file);
    // the damaged generation has not replaced the valid one
    expect((await keeper.answer()).snapshot?.visits).toEqual([inside, expected]);
  });

  it("is not changed while the server is unreachable", async () => {
    const keeper = await kept();
    const before = readFileSync(keeper.file, "utf8");
    await keeper.says({ kind: "away", problem: "no JSON" });
    expect(readFileSync(keeper.file, "utf8")).toBe(before);
    expect((await keeper.answer()).snapshot?.visits).toHaveLength(2);
  });

  it("stores its time by the server's clock, and the difference to this computer's", async () => {
    const keeper = startKeeper({ folder: ownFolder() });
    const right = keeper.world.now - 48 * hour;
    await keeper.says(reads([inside], {}, right));
    expect((await keeper.answer()).snapshot).toMatchObject({ readAt: right, clockAhead: 48 * hour });
  });
});

describe("the lists are not shown, with the reason,", () => {
  const gone = async (keeper: ReturnType<typeof startKeeper>, problem: string) => {
    expect(await keeper.answer()).toEqual({ problem });
    return keeper.files();
  };

  it("if the file is damaged", async () => {
    const keeper = await kept();
    flip(keeper.file);
    await gone(keeper, "damaged");
    writeFileSync(keeper.file, "<html>");
    await gone(keeper, "damaged");
  });

  it("to another user of the operating system", async () => {
    const { file } = await kept();
    await gone(startKeeper({ folder: dirname(file), cipher: fakeCipher({ user: "two" }) }), "damaged");
  });

  it("after another server is chosen, and they are removed", async () => {
    const keeper = await kept();
    keeper.world.server = "https://two.example.com";
    expect(await gone(keeper, "otherServer")).toEqual([]);
  });

  it("after a user without the permission has signed in, and they are removed", async () => {
    const keeper = await kept();
    await keeper.says({ kind: "notAllowed", userId: 8 });
    expect(await gone(keeper, "notAllowed")).toEqual([]);
  });

  it("after 25 hours, and they are removed", async () => {
    const keeper = await kept();
    keeper.pass(23 * hour);
    expect((await keeper.answer()).snapshot).toBeDefined();
    keeper.pass(2 * hour);
    expect(await gone(keeper, "expired")).toEqual([]);
  });

  it("after 25 hours without being opened, and they are removed", async () => {
    const keeper = await kept();
    keeper.pass(25 * hour);
    await keeper.says({ kind: "away", problem: "lost" });
    expect(keeper.files()).toEqual([]);
  });

  it("after 25 hours in which the app was closed", async () => {
    const { file, world } = await kept();
    const later = startKeeper({ folder: dirname(file), now: world.now + 25 * hour });
    expect(await gone(later, "expired")).toEqual([]);
  });

  it.each([
    ["two days on", 48 * hour],
    ["two days back", -48 * hour],
    ["an hour back", -hour],
  ])("while the clock is %s, until it is correct again", async (_how, ms) => {
    const keeper = await kept();
    keeper.pass(2 * hour);
    keeper.world.now += ms;
    await gone(keeper, "clock");
    keeper.world.now -= ms;
    expect((await keeper.answer()).snapshot?.visits).toHaveLength(2);
  });

  it("if the app starts with a clock from before the reading", async () => {
    const { file, world } = await kept();
    await gone(startKeeper({ folder: dirname(file), now: world.now - 48 * hour }), "clock");
  });

  it.each(["basic_text", "unknown"] as const)(
    "where Linux stores secrets in %s, and nothing is written",
    async (backend) => {
      const keeper = startKeeper({ folder: ownFolder(), cipher: fakeCipher({ backend }) });
      await gone(keeper, "unprotected");
      await keeper.says(reads([inside]));
      expect(await gone(keeper, "unprotected")).toEqual([]);
    },
  );
});

describe("both generations are removed", () => {
  const twice = async () => {
    const keeper = await kept();
    await keeper.says(reads([inside, expected]));
    expect(keeper.files()).toEqual(["snapshot", "snapshot.previous"]);
    return keeper;
  };
  const isGone = (keeper: Awaited<ReturnType<typeof kept>>) => expect(keeper.files()).toEqual([]);

  it("when the user removes the lists", async () => {
    const keeper = await twice();
    await keeper.wipe();
    expect(await keeper.answer()).toEqual({ problem: "none" });
    isGone(keeper);
  });

  it("when another user signs in, whose lists replace them", async () => {
    const keeper = await twice();
    await keeper.says(reads([visitor(3)], { user: { id: 8, name: "다른 안내원" } }));
    expect((await keeper.answer()).snapshot).toMatchObject({ reader: "다른 안내원", visits: [visitor(3)] });
    expect(keeper.files()).toEqual(["snapshot"]);
  });

  it("when the user signs out while the lists are being read", async () => {
    const keeper = await twice();
    keeper.world.reading = reads([inside]);
    const reading = keeper.refresh();
    const wiping = keeper.wipe();
    await Promise.all([reading, wiping]);
    isGone(keeper);
  });

  it("when another server is chosen while the lists are being read", async () => {
    const keeper = startKeeper({ folder: ownFolder() });
    keeper.world.meanwhile = () => {
      keeper.world.server = "https://two.example.com";
    };
    await keeper.says(reads([inside]));
    isGone(keeper);
  });
});

describe("a session that expired through inactivity", () => {
  it("leaves only visitors on site, on the disk too", async () => {
    const keeper = await kept();
    await keeper.says(reads([inside, expected]));
    await keeper.says({ kind: "over", isIdle: true });
    expect((await keeper.answer()).snapshot).toMatchObject({ isLocked: true, visits: [inside] });
    expect(keeper.files()).toEqual(["snapshot"]);
    expect(await fakeCipher().decrypt(readFileSync(keeper.file, "utf8"))).not.toContain(expected.name);

    const again = startKeeper({ folder: dirname(keeper.file) });
    expect((await again.answer()).snapshot).toMatchObject({ isLocked: true, visits: [inside] });
  });

  it("restores everything when the user signs in again", async () => {
    const keeper = await kept();
    await keeper.says({ kind: "over", isIdle: true });
    await keeper.says(reads([inside, expected]));
    expect((await keeper.answer()).snapshot).toMatchObject({ isLocked: false, visits: [inside, expected] });
  });
});

describe("responses to the window are observed:", () => {
  async function passing(path: string, status: number, reading: Reading, method = "POST") {
    const keeper = await kept();
    keeper.world.reading = reading;
    const forward = watchSessions(async () => new Response(null, { status }), keeper);
    await forward(new Request(`app://console${path}`, { method }));
    return keeper.answer();
  }
  const idle: Reading = { kind: "over", isIdle: true };

  it("a sign-out removes the lists before its response arrives", async () => {
    const lost: Reading = { kind: "away", problem: "lost" };
    expect(await passing("/dash/logout", 204, lost)).toEqual({ problem: "signedOut" });
    expect((await passing("/dash/logout", 500, lost)).snapshot).toBeDefined();
    const everywhere = "/dash/user/sessions";
    expect(await passing(everywhere, 204, lost, "DELETE")).toEqual({ problem: "signedOut" });
    expect((await passing(everywhere, 200, lost, "GET")).snapshot).toBeDefined();
  });

  it("only a sign-in triggers a reading", async () => {
    const other = reads([visitor(3)], { user: { id: 8, name: "다른 안내원" } });
    expect((await passing("/dash/login", 200, other)).snapshot?.visits).toEqual([visitor(3)]);
    expect((await passing("/dash/login", 400, other)).snapshot?.visits).toEqual([inside, expected]);
    expect((await passing("/dash/visits/progress", 200, idle)).snapshot?.visits).toHaveLength(2);
  });
});
