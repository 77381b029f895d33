import { afterAll } from "vitest";
import { connect } from "#db/connection.ts";
import { testDatabase } from "./database.ts";

/** A database for a test file, and a connection to it; awaited at the top of the file, closed after its last test. */
export async function connectedDatabase(options?: Parameters<typeof connect>[1]) {
  const { url, drop } = await testDatabase();
  const db = connect(url, options);
  afterAll(async () => {
    await db.destroy();
    await drop();
  });
  return { url, db };
}
