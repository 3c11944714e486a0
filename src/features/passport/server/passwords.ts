import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'

/** Argon2id with the parameters of the OWASP password storage cheat sheet: 19 MiB, 2 passes, 1 lane. */
const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const TAG_BYTES = 32

/** The stored form of a password, in the PHC string format. Runs off the main thread. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await derive(password, { salt, memory: MEMORY_KIB, passes: PASSES, lanes: LANES, length: TAG_BYTES })
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${bare(salt)}$${bare(tag)}`
}

/**
 * Whether a password fits its stored form. Without one (unknown account, no password set) the same work is done and the
 * answer is false, so that the time taken tells nothing.
 */
export async function passwordFits(password: string, stored: string | null): Promise<boolean> {
  const known = parse(stored ?? '')
  const form = known ?? parse(NOBODY)!
  const tag = await derive(password, { ...form, length: form.tag.length })
  return timingSafeEqual(tag, form.tag) && known !== null
}

/** A well-formed hash that no password has. */
const NOBODY = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${'A'.repeat(22)}$${'A'.repeat(43)}`

interface Form {
  memory: number
  passes: number
  lanes: number
  salt: Buffer
}

function parse(text: string): (Form & { tag: Buffer }) | null {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(text)
  if (!match) return null
  const [, memory, passes, lanes, salt = '', tag = ''] = match
  return {
    memory: Number(memory),
    passes: Number(passes),
    lanes: Number(lanes),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

function derive(password: string, form: Form & { length: number }): Promise<Buffer> {
  const parameters: Argon2Parameters = {
    message: password.normalize('NFKC'),
    nonce: form.salt,
    parallelism: form.lanes,
    tagLength: form.length,
    memory: form.memory,
    passes: form.passes,
  }
  return new Promise((resolve, reject) =>
    argon2('argon2id', parameters, (error, tag) => (error ? reject(error) : resolve(tag))),
  )
}

function bare(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
