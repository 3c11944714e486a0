import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Kernel } from '../context.ts'

/** Another node that starts on the same empty store may be about to write its id. */
const TRIES = 10
const AGAIN_MS = 200

/**
 * Holds the store of this node against the one that holds the files of this database. A node with a folder of its own
 * beside another node's would find none of the files stored there, and the other none of this one's: throws by name.
 */
export async function agreeOnFiles({ db, files }: Pick<Kernel, 'db' | 'files'>): Promise<void> {
  const own = await files.identity.read()
  const offered = own ?? randomUUID()
  const { rows } = await sql<{ id: string }>`select kb_file_store(${offered}) as id`.execute(db)
  const agreed = rows[0]!.id
  if (agreed === own) return
  if (agreed === offered) return files.identity.write(offered)
  for (let i = 0; i < TRIES; i++) {
    if ((await files.identity.read()) === agreed) return
    await sleep(AGAIN_MS)
  }
  throw new Error(OTHER_FILES)
}

/** Takes the store of this node for that of the database, whatever was agreed on before. */
export async function replaceFiles({ files }: Pick<Kernel, 'files'>, ownerUrl: string): Promise<void> {
  const id = (await files.identity.read()) ?? randomUUID()
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('update node_agreement set file_store = $1', [id])
  } finally {
    await client.end()
  }
  await files.identity.write(id)
}

const OTHER_FILES =
  '本节点的文件存储与该数据库的文件存储不是同一个：多个节点须设置相同的 S3_URL；迁移或恢复的文件目录须包含 store-id 文件；确认更换存储时，' +
  '请设置 KAIBIAO_ALLOW_OTHER_FILES=1 启动一次 / the files of this database are in another store: several nodes need the same ' +
  'S3_URL; a moved or restored folder must hold its file “store-id”; KAIBIAO_ALLOW_OTHER_FILES=1 accepts the store of this node'
