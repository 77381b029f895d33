/** Connections of a server written by hand: named statements, sent without waiting for the ones before where that is asked for. */
import pg from "pg";

pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** As its statement says; the driver does not know. */
export type Row = pg.QueryResultRow;

export interface Transaction {
  run(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
  /** Sends the last statement and the commit together. */
  commit(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
}

const most = 10;
/** Of these, as many are for single statements, which share a connection. */
const shared = 5;

export class Database {
  readonly #shared: pg.Client[] = [];
  readonly #own: pg.Client[] = [];
  readonly #waiting: ((client: pg.Client) => void)[] = [];
  #turn = 0;
  #isChanged = false;

  private constructor(clients: readonly pg.Client[]) {
    this.#shared.push(...clients.slice(0, shared));
    this.#own.push(...clients.slice(shared));
    // What changed is announced outside of transactions, as often as in the product.
    setInterval(() => this.#notify(), 20);
  }

  /** @param pipeline sends statements without waiting for those before */
  static async connect(
    url: string,
    { name, pipeline }: { name: string; pipeline: boolean },
  ): Promise<Database> {
    const clients = Array.from(
      { length: most },
      () =>
        new pg.Client({
          connectionString: url,
          application_name: name,
          options: "-c jit=off",
          pipeline,
        } as pg.ClientConfig),
    );
    await Promise.all(clients.map((client) => client.connect()));
    return new Database(clients);
  }

  /** Runs one statement, which is its own transaction. */
  async run(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    this.#turn = (this.#turn + 1) % this.#shared.length;
    const client = this.#shared[this.#turn] as pg.Client;
    return (await client.query({ ...statement, values: [...values] })).rows;
  }

  /** Works in a transaction that begins with the first statement and ends with `commit`, or is rolled back. */
  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const client = this.#own.pop() ?? (await new Promise<pg.Client>((free) => this.#waiting.push(free)));
    const run = async (statement: Statement, values: readonly unknown[]) =>
      (await client.query({ ...statement, values: [...values] })).rows as Row[];
    let isOpen = true;
    try {
      const begun = client.query("BEGIN");
      begun.catch(() => {});
      return await work({
        run,
        async commit(statement, values) {
          const rows = run(statement, values);
          isOpen = false;
          const [written] = await Promise.all([rows, client.query("COMMIT")]);
          return written;
        },
      });
    } finally {
      if (isOpen) await client.query("ROLLBACK");
      const next = this.#waiting.shift();
      if (next) next(client);
      else this.#own.push(client);
    }
  }

  announce(): void {
    this.#isChanged = true;
  }

  #notify(): void {
    if (!this.#isChanged) return;
    this.#isChanged = false;
    void this.#shared[0]?.query("NOTIFY changes");
  }
}
