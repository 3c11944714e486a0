import { timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import type { Database } from '../database/connect.ts'
import { Cipher, type Keys } from './cipher.ts'

/** Told to all processes when a version of the keys begins or ends. */
export const KEYS_CHANNEL = 'kb_keys'

/** Held shared by whoever writes a hash that must be unique (`kb_newest_key`), alone by the start of a version. */
const WRITING_LOCK = 4040

/** Reads the versions in use. */
export async function readCipher(db: Pick<Database, 'selectFrom'>, keys: Keys): Promise<Cipher> {
  const rows = await db.selectFrom('cipher_version').select('version').where('retiredAt', 'is', null).execute()
  return new Cipher(
    keys,
    rows.map((row) => row.version),
  )
}

export interface Versions {
  newest: number
  /** No value of another version, and none in plain, is left. */
  isComplete: boolean
  /** Older ones that may still be read. */
  older: number[]
}

export async function readVersions(owner: pg.ClientBase): Promise<Versions> {
  const { rows } = await owner.query<{ version: number; is_complete: boolean }>(
    `select version, completed_at is not null as is_complete from cipher_version where retired_at is null order by version`,
  )
  const newest = rows.at(-1)!
  return { newest: newest.version, isComplete: newest.is_complete, older: rows.slice(0, -1).map((row) => row.version) }
}

/** Begins the next version: from its commit on nobody writes a unique hash with an older one. */
export async function beginVersion(owner: pg.ClientBase, keys: Keys): Promise<number> {
  await owner.query('begin')
  await owner.query('select pg_advisory_xact_lock($1)', [WRITING_LOCK])
  const { rows } = await owner.query<{ version: number }>(
    'insert into cipher_version (version, began_at) select max(version) + 1, now() from cipher_version returning version',
  )
  const { version } = rows[0]!
  await owner.query('update cipher_version set proof = $2 where version = $1', [version, proofOf(keys, version)])
  await owner.query(`select pg_notify('${KEYS_CHANNEL}', '')`)
  await owner.query('commit')
  return version
}

/** Nothing is left of older versions: from now on they open nothing. */
export async function completeVersion(owner: pg.ClientBase, version: number): Promise<void> {
  await owner.query(
    `with done as (update cipher_version set completed_at = now() where version = $1 and completed_at is null)
     update cipher_version set retired_at = now() where version < $1 and retired_at is null`,
    [version],
  )
  await owner.query(`select pg_notify('${KEYS_CHANNEL}', '')`)
}

/** Throws when the database was encrypted under another secret; notes the secret of one that was not yet. */
export async function demandOwnSecret(owner: pg.ClientBase, keys: Keys): Promise<void> {
  const { rows } = await owner.query<{ version: number; proof: string | null }>(
    'select version, proof from cipher_version where retired_at is null',
  )
  for (const { version, proof } of rows) {
    const own = proofOf(keys, version)
    if (proof === null) await owner.query('update cipher_version set proof = $2 where version = $1', [version, own])
    else if (proof.length !== own.length || !timingSafeEqual(Buffer.from(proof), Buffer.from(own)))
      throw new Error(
        '数据库中的手机号、证件号和账号由另一密钥加密，请使用原来的 KAIBIAO_SECRET（或数据目录中的 secret 文件）/ this ' +
          'database was encrypted under another secret: start with its KAIBIAO_SECRET, or the file `secret` of its data folder',
      )
  }
}

function proofOf(keys: Keys, version: number): string {
  return keys.of('proof', version).toString('hex')
}
