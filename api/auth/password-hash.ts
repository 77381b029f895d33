/** Password hashes: argon2id with the library's defaults. Loaded on first use, because it takes 3 MB. */
const library = () => import("@node-rs/argon2");

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await library();
  return hash(password);
}

export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  const { verify } = await library();
  return verify(passwordHash, password);
}
