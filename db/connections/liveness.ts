/** Notices when the database, or the network to it, falls silent, and closes the connections that hang. */
import { Socket } from "node:net";
import pg from "pg";
import { errorCode, isSqlState } from "../error-code.ts";
import { DatabaseUnavailable } from "./database-unavailable.ts";
import { timeLimits } from "./time-limits.ts";

/** Something that waits for the database. */
export interface Pending {
  /** Of the connection's process in PostgreSQL; undefined where there is none, or a pooler hides it. */
  readonly pid?: number | undefined;
  /** Ends the waiting with an error. */
  fail(): void;
}

interface Watched extends Pending {
  readonly since: number;
  /** PostgreSQL said once that it does nothing for it. */
  isDoubtful?: boolean;
}

const tickMs = 250;

const silent = () => new DatabaseUnavailable("the database does not answer");

/** Those of our connections for which PostgreSQL works, or of which it does not say. */
const busyPids = `SELECT pid FROM pg_stat_activity
  WHERE pid = ANY($1) AND coalesce(state NOT LIKE 'idle%', true)`;

/**
 * While nothing waits for long nothing is asked. What waits longer makes us ask PostgreSQL, on a connection of its own,
 * whether it works on that: where it does not, that connection is dead; where it does not answer at all, all are. Then
 * everything that waits fails, what comes fails at once, and we ask until there is an answer.
 *
 * Time is counted in ticks of this process, so that a busy moment of its own is not taken for silence.
 */
export class Liveness {
  readonly #url: string;
  readonly #onChange: (answers: boolean) => void;
  readonly #sockets = new Set<Socket>();
  readonly #pending = new Set<Watched>();
  readonly #ticking = setInterval(() => this.#tick(), tickMs);
  #now = 0;
  #suspectBefore = -1;
  #isSilent = false;
  #isClosed = false;
  #client: Promise<pg.Client> | undefined;
  #asking: { readonly since: number; readonly answer: Promise<boolean>; giveUp(): void } | undefined;

  /** @param onChange hears when the database falls silent, and when it answers again */
  constructor(url: string, onChange: (answers: boolean) => void) {
    this.#url = url;
    this.#onChange = onChange;
    this.#ticking.unref();
  }

  /** A socket for a new connection. */
  readonly socket = (): Socket => {
    const socket = new Socket();
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    return socket;
  };

  /** Moment in the time of this object. */
  get now(): number {
    return this.#now;
  }

  /** Whether a connection that was last heard of at that moment may be dead, as others are. */
  isSuspect(heardAt: number): boolean {
    return heardAt <= this.#suspectBefore;
  }

  /**
   * Watches over something until the returned function is called.
   * @throws DatabaseUnavailable while the database is silent
   */
  watch(pending: Pending): () => void {
    if (this.#isSilent) throw silent();
    const watched: Watched = { ...pending, since: this.#now };
    this.#pending.add(watched);
    return () => void this.#pending.delete(watched);
  }

  /** Whether the database answers within some milliseconds; an error is no answer. */
  async answers(withinMs: number): Promise<boolean> {
    if (this.#isSilent || this.#isClosed) return false;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => setImmediate(() => resolve(false)), withinMs);
    });
    const answered = await Promise.race([this.#ask(), late]);
    clearTimeout(timer);
    return answered;
  }

  /** Stops asking; does not wait for its connection to end, which a dead network would never let it. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#ticking);
    this.#client?.then((client) => client.end()).catch(() => {});
  }

  #tick(): void {
    this.#now += tickMs;
    const asking = this.#asking;
    // What has arrived meanwhile is read before it counts as silence.
    if (asking && this.#now - asking.since >= timeLimits.answer) setImmediate(asking.giveUp);
    for (const pending of this.#pending) {
      const age = this.#now - pending.since;
      if (age < timeLimits.slow) break;
      if (age > timeLimits.statement + timeLimits.statementGrace) pending.fail();
      else this.#ask();
    }
    if (this.#isSilent) this.#ask();
  }

  /** @returns whether it answered without an error; asks once for all who want to know at the same time */
  #ask(): Promise<boolean> {
    if (this.#asking) return this.#asking.answer;
    const { promise, resolve } = Promise.withResolvers<"well" | "error" | "silence">();
    this.#query().then(
      () => resolve("well"),
      // An error of PostgreSQL is a sign of life, and those who wait get errors of their own.
      (error) => resolve(isSqlState(errorCode(error)) ? "error" : "silence"),
    );
    const answer = promise.then((heard) => {
      this.#asking = undefined;
      this.#change(heard === "silence");
      return heard === "well";
    });
    this.#asking = { since: this.#now, answer, giveUp: () => resolve("silence") };
    return answer;
  }

  /** Asks on the connection of before; where that is lost, on a new one. */
  async #query(): Promise<void> {
    const kept = this.#client;
    try {
      await this.#judge(kept ?? this.#open());
    } catch (error) {
      if (!kept || this.#isSilent || this.#isClosed || isSqlState(errorCode(error))) throw error;
      await this.#judge(this.#open());
    }
  }

  /** Asks what PostgreSQL does for those who wait for long; ends those for which it does nothing, twice in a row. */
  async #judge(connecting: Promise<pg.Client>): Promise<void> {
    const slow = [...this.#pending].filter(
      ({ pid, since }) => pid !== undefined && this.#now - since >= timeLimits.slow,
    );
    this.#client = connecting;
    const client = await connecting;
    const { rows } = await client.query<{ pid: number }>(busyPids, [slow.map(({ pid }) => pid)]);
    const busy = new Set(rows.map(({ pid }) => pid));
    for (const pending of slow) {
      if (pending.pid === undefined || busy.has(pending.pid) || !this.#pending.has(pending)) continue;
      if (pending.isDoubtful) {
        this.#suspectBefore = this.#now - 1;
        pending.fail();
      }
      pending.isDoubtful = true;
    }
  }

  #open(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: "visitor-liveness",
      keepAlive: true,
      keepAliveInitialDelayMillis: timeLimits.keepAlive,
      stream: this.socket,
    });
    const connecting = client.connect().then(() => client);
    const forget = () => {
      if (this.#client === connecting) this.#client = undefined;
    };
    client.on("error", forget);
    client.on("end", forget);
    // One that failed in the middle would stay open.
    connecting.catch(() => {
      forget();
      void client.end();
    });
    return connecting;
  }

  #change(isSilent: boolean): void {
    const before = this.#isSilent;
    this.#isSilent = isSilent;
    if (isSilent) {
      this.#client = undefined;
      for (const pending of [...this.#pending]) pending.fail();
      for (const socket of this.#sockets) socket.destroy(silent());
    }
    if (before !== isSilent) this.#onChange(!isSilent);
  }
}
