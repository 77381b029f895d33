/** What is kept for when the server is gone: for whom, how long, and what takes it away. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { watchSessions } from "../../../../desktop/main/snapshot/snapshot.ts";
import type { Reading } from "../../../../desktop/main/snapshot/snapshot-reader.ts";
import { ownFolder } from "../../support/folder.ts";
import { fakeCipher } from "../../support/safe-storage.ts";
import { hour, reads, startKeeper, visitor } from "../../support/snapshots.ts";

const inside = visitor(1, { isInside: true, passNo: "A-17", enteredAt: "2026-11-21 09:10" });
const expected = visitor(2);

/** Begun, with two visitors kept. */
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
  it("is there after the program was started again, without the server", async () => {
    const { file, world } = await kept();
    const again = startKeeper({ folder: file.replace(/\/snapshot$/, "") });
    await again.refresh();
    expect(await again.answer()).toEqual({
      snapshot: {
        server: "https://one.example.com",
        company: { ko: "가온정밀", en: "Gaon Precision" },
        timezone: "Asia/Seoul",
        reader: "안내원",
        readAt: world.now,
        isCut: false,
        isLocked: false,
        clockAhead: 0,
        visits: [inside, expected],
      },
    });
  });

  it("names nobody to who reads the disk", async () => {
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

  it("keeps the generation before, and shows it where the newest is damaged", async () => {
    const keeper = await kept();
    await keeper.says(reads([visitor(3)]));
    expect((await keeper.answer()).snapshot?.visits).toEqual([visitor(3)]);
    flip(keeper.file);
    expect((await keeper.answer()).snapshot?.visits).toEqual([inside, expected]);
    await keeper.says(reads([visitor(4)]));
    flip(keeper.file);
    // the damaged one has not taken the sound one's place
    expect((await keeper.answer()).snapshot?.visits).toEqual([inside, expected]);
  });

  it("is not changed while the server is away", async () => {
    const keeper = await kept();
    const before = readFileSync(keeper.file, "utf8");
    await keeper.says({ kind: "away", problem: "no JSON" });
    expect(readFileSync(keeper.file, "utf8")).toBe(before);
    expect((await keeper.answer()).snapshot?.visits).toHaveLength(2);
  });

  it("says by the server's clock when it was read, and that this computer's is wrong", async () => {
    const keeper = startKeeper({ folder: ownFolder() });
    const right = keeper.world.now - 48 * hour;
    await keeper.says(reads([inside], {}, right));
    expect((await keeper.answer()).snapshot).toMatchObject({ readAt: right, clockAhead: 48 * hour });
  });
});

describe("nothing personal is shown, and the reason is named,", () => {
  const gone = async (keeper: ReturnType<typeof startKeeper>, problem: string) => {
    expect(await keeper.answer()).toEqual({ problem });
    const words = readdirSync(keeper.file.replace(/\/snapshot$/, ""));
    return words;
  };

  it("while nothing was read", async () => {
    await gone(startKeeper({ folder: ownFolder() }), "none");
  });

  it("when a bit has flipped", async () => {
    const keeper = await kept();
    flip(keeper.file);
    await gone(keeper, "damaged");
    writeFileSync(keeper.file, "<html>");
    await gone(keeper, "damaged");
  });

  it("to another person of the system", async () => {
    const { file } = await kept();
    const folder = file.replace(/\/snapshot$/, "");
    await gone(startKeeper({ folder, cipher: fakeCipher({ person: "two" }) }), "damaged");
  });

  it("when another server is chosen, and it goes", async () => {
    const keeper = await kept();
    keeper.world.server = "https://two.example.com";
    expect(await gone(keeper, "otherServer")).toEqual([]);
  });

  it("when somebody else has signed in, whose lists cannot be read, and it goes", async () => {
    const keeper = await kept();
    await keeper.says({ kind: "notAllowed", userId: 8 });
    expect(await gone(keeper, "notAllowed")).toEqual([]);
  });

  it("after 25 hours, and it goes", async () => {
    const keeper = await kept();
    keeper.pass(23 * hour);
    expect((await keeper.answer()).snapshot).toBeDefined();
    keeper.pass(2 * hour);
    expect(await gone(keeper, "expired")).toEqual([]);
  });

  it("goes after 25 hours though nobody looks at it and the server is away", async () => {
    const keeper = await kept();
    keeper.pass(25 * hour);
    await keeper.says({ kind: "away", problem: "lost" });
    expect(readdirSync(keeper.file.replace(/\/snapshot$/, ""))).toEqual([]);
  });

  it("after 25 hours in which the program was encrypted, too", async () => {
    const { file, world } = await kept();
    const folder = file.replace(/\/snapshot$/, "");
    expect(await gone(startKeeper({ folder, now: world.now + 25 * hour }), "expired")).toEqual([]);
  });

  it.each([
    ["two days on", 48 * hour],
    ["two days back", -48 * hour],
    ["an hour back", -hour],
  ])("while the clock is %s; it is there again when the clock is right", async (_how, ms) => {
    const keeper = await kept();
    keeper.pass(2 * hour);
    keeper.world.now += ms;
    await gone(keeper, "clock");
    keeper.world.now -= ms;
    expect((await keeper.answer()).snapshot?.visits).toHaveLength(2);
  });

  it("when the program was started with a clock from before it was read", async () => {
    const { file, world } = await kept();
    const folder = file.replace(/\/snapshot$/, "");
    await gone(startKeeper({ folder, now: world.now - 48 * hour }), "clock");
  });

  it.each(["basic_text", "unknown"] as const)(
    "where Linux keeps secrets in %s, and nothing is written",
    async (backend) => {
      const folder = ownFolder();
      const keeper = startKeeper({ folder, cipher: fakeCipher({ backend }) });
      await gone(keeper, "unprotected");
      await keeper.says(reads([inside]));
      expect(await gone(keeper, "unprotected")).toEqual([]);
    },
  );
});

describe("it goes, both generations of it,", () => {
  const twice = async () => {
    const keeper = await kept();
    await keeper.says(reads([inside, expected]));
    expect(readdirSync(keeper.file.replace(/\/snapshot$/, "")).sort()).toEqual([
      "snapshot",
      "snapshot.previous",
    ]);
    return keeper;
  };
  const isGone = (keeper: Awaited<ReturnType<typeof kept>>) =>
    expect(readdirSync(keeper.file.replace(/\/snapshot$/, ""))).toEqual([]);

  it("with the sign-out, and with a session that was taken away", async () => {
    const keeper = await twice();
    await keeper.says({ kind: "over", isIdle: false });
    expect(await keeper.answer()).toEqual({ problem: "signedOut" });
    isGone(keeper);
  });

  it("when somebody wants it gone", async () => {
    const keeper = await twice();
    await keeper.wipe();
    expect(await keeper.answer()).toEqual({ problem: "none" });
    isGone(keeper);
  });

  it("when somebody else signs in, whose own takes its place", async () => {
    const keeper = await twice();
    await keeper.says(reads([visitor(3)], { user: { id: 8, name: "다른 안내원" } }));
    expect((await keeper.answer()).snapshot).toMatchObject({ reader: "다른 안내원", visits: [visitor(3)] });
    expect(readdirSync(keeper.file.replace(/\/snapshot$/, ""))).toEqual(["snapshot"]);
  });

  it("also when the sign-out comes while the lists are being read", async () => {
    const keeper = await twice();
    keeper.world.reading = reads([inside]);
    const reading = keeper.refresh();
    const wiping = keeper.wipe();
    await Promise.all([reading, wiping]);
    isGone(keeper);
  });

  it("but what another server answers late is not kept for the one chosen now", async () => {
    const keeper = startKeeper({ folder: ownFolder() });
    keeper.world.meanwhile = () => {
      keeper.world.server = "https://two.example.com";
    };
    await keeper.says(reads([inside]));
    isGone(keeper);
  });
});

describe("a session that slept in", () => {
  it("leaves who is inside, and of all others nothing on the disk", async () => {
    const keeper = await kept();
    await keeper.says(reads([inside, expected]));
    await keeper.says({ kind: "over", isIdle: true });
    expect((await keeper.answer()).snapshot).toMatchObject({ isLocked: true, visits: [inside] });
    const folder = keeper.file.replace(/\/snapshot$/, "");
    expect(readdirSync(folder)).toEqual(["snapshot"]);
    expect(await fakeCipher().decrypt(readFileSync(keeper.file, "utf8"))).not.toContain(expected.name);

    const again = startKeeper({ folder });
    expect((await again.answer()).snapshot).toMatchObject({ isLocked: true, visits: [inside] });
  });

  it("gives all of it back when its person signs in again", async () => {
    const keeper = await kept();
    await keeper.says({ kind: "over", isIdle: true });
    await keeper.says(reads([inside, expected]));
    expect((await keeper.answer()).snapshot).toMatchObject({ isLocked: false, visits: [inside, expected] });
  });
});

describe("what the server answers the window is noticed:", () => {
  async function passing(path: string, status: number, reading: Reading, method = "POST") {
    const keeper = await kept();
    keeper.world.reading = reading;
    const forward = watchSessions(async () => new Response(null, { status }), keeper);
    await forward(new Request(`app://console${path}`, { method }));
    // asked by the window right after
    return keeper.answer();
  }
  const idle: Reading = { kind: "over", isIdle: true };

  it("a sign-out removes it before the window hears of it, whatever becomes of the line", async () => {
    const lost: Reading = { kind: "away", problem: "lost" };
    expect(await passing("/dash/logout", 204, lost)).toEqual({ problem: "signedOut" });
    expect((await passing("/dash/logout", 500, lost)).snapshot).toBeDefined();
    const everywhere = "/dash/user/sessions";
    expect(await passing(everywhere, 204, lost, "DELETE")).toEqual({ problem: "signedOut" });
    expect((await passing(everywhere, 200, lost, "GET")).snapshot).toBeDefined();
  });

  it("a 401 makes it ask whether the session slept in or was ended", async () => {
    expect((await passing("/dash/visits/progress", 401, idle)).snapshot?.visits).toEqual([inside]);
    const over: Reading = { kind: "over", isIdle: false };
    expect(await passing("/dash/visits/progress", 401, over)).toEqual({ problem: "signedOut" });
  });

  it("a sign-in makes it read, and other answers nothing", async () => {
    const other = reads([visitor(3)], { user: { id: 8, name: "다른 안내원" } });
    expect((await passing("/dash/login", 200, other)).snapshot?.visits).toEqual([visitor(3)]);
    expect((await passing("/dash/login", 400, other)).snapshot?.visits).toEqual([inside, expected]);
    expect((await passing("/dash/visits/progress", 200, idle)).snapshot?.visits).toHaveLength(2);
  });
});
