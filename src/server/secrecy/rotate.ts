import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Cipher, Keys } from './cipher.ts'
import { type OnProgress, resealAll } from './reseal.ts'
import { REREAD_MS } from './ring.ts'
import { beginVersion, completeVersion, demandOwnSecret, readVersions } from './versions.ts'

/** One process at a time encrypts what is not as it should be; others wait for it. */
const WORK_LOCK = 4041

/**
 * Before a server answers: seals what a database from before held in plain, and has the database check that nothing is left.
 * Throws when the database was encrypted under another secret.
 */
export async function sealPlain(ownerUrl: string, secret: string): Promise<void> {
  await withOwner(ownerUrl, async (owner) => {
    const keys = new Keys(secret)
    await demandOwnSecret(owner, keys)
    // A version begun by a rotation is the rotation's to complete.
    if (!(await isPlain(owner))) return
    await owner.query('select pg_advisory_lock($1)', [WORK_LOCK])
    const { newest, older } = await readVersions(owner)
    await resealAll(owner, new Cipher(keys, [...older, newest]))
    const { rows } = await owner.query<{ relation: string; name: string }>(
      `select conrelid::regclass::text as relation, conname as name from pg_constraint
       where contype = 'c' and conname like '%\\_sealed' and not convalidated`,
    )
    for (const { relation, name } of rows)
      await owner.query(`alter table ${relation} validate constraint ${pg.escapeIdentifier(name)}`)
    await completeVersion(owner, newest)
  })
}

export interface Rotation {
  version: number
  /** It went on with one that had broken off. */
  isResumed: boolean
  /** Written anew. */
  rows: number
  retired: number[]
}

/**
 * Makes a new version of the keys and seals everything under it, while servers run; goes on with a rotation that broke off.
 * Older versions are retired when nothing is left of them and every process has had the time to hear of the new one.
 */
export async function rotateKeys(
  ownerUrl: string,
  { secret, onProgress, graceMs = 2 * REREAD_MS }: { secret: string; onProgress?: OnProgress; graceMs?: number },
): Promise<Rotation> {
  return withOwner(ownerUrl, async (owner) => {
    const keys = new Keys(secret)
    const { rows: lock } = await owner.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [WORK_LOCK])
    if (!lock[0]!.got) throw new Error('密钥轮换正在进行 / another rotation is running')
    await demandOwnSecret(owner, keys)
    const before = await readVersions(owner)
    const isResumed = !before.isComplete
    const version = isResumed ? before.newest : await beginVersion(owner, keys)
    const { older } = await readVersions(owner)
    const cipher = new Cipher(keys, [...older, version])
    let rows = await resealAll(owner, cipher, onProgress)
    // A process that has not heard yet may have written with the older keys meanwhile.
    await sleep(graceMs)
    for (let more = -1; more !== 0; rows += more) more = await resealAll(owner, cipher, onProgress)
    await completeVersion(owner, version)
    return { version, isResumed, rows, retired: older }
  })
}

/** No version was ever complete: this database is from before, or new. */
async function isPlain(owner: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await owner.query('select from cipher_version where completed_at is not null limit 1')
  return rowCount === 0
}

async function withOwner<T>(ownerUrl: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'kaibiao-keys' })
  owner.on('error', () => undefined)
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}
