import { createHash } from 'node:crypto'
import type pg from 'pg'

/**
 * Holds the secret of this node, by the password derived from it, against that of the first node on this database; there
 * is nothing to compare before the migrations. With another one, nothing that was sealed could be opened, and writing the
 * role's password would lock the other nodes out: throws by name.
 */
export async function demandSameSecret(client: pg.ClientBase, appPassword: string): Promise<void> {
  const agreed = (await agreement(client))?.secret_check
  if (agreed && !agreed.equals(checkOf(appPassword))) throw new Error(OTHER_SECRET)
}

/** The same, and the first node's is noted. Needs the table. */
export async function agreeOnSecret(client: pg.ClientBase, appPassword: string): Promise<void> {
  await client.query('update node_agreement set secret_check = $1 where secret_check is null', [checkOf(appPassword)])
  await demandSameSecret(client, appPassword)
}

/** The id of the store that holds the files of this database; null while no node has named one. */
export async function agreedFiles(client: pg.ClientBase): Promise<string | null> {
  return (await agreement(client))?.file_store ?? null
}

interface Agreement {
  secret_check: Buffer | null
  file_store: string | null
}

async function agreement(client: pg.ClientBase): Promise<Agreement | undefined> {
  const { rows: known } = await client.query(`select 1 where to_regclass('public.node_agreement') is not null`)
  if (known.length === 0) return undefined
  return (await client.query<Agreement>('select secret_check, file_store from node_agreement')).rows[0]
}

function checkOf(appPassword: string): Buffer {
  return createHash('sha256').update(`node agreement/${appPassword}`).digest()
}

const OTHER_SECRET =
  'KAIBIAO_SECRET 与该数据库使用的密钥不同：所有节点必须使用同一密钥；未设置时，密钥是首个节点数据目录中 secret 文件的内容 / ' +
  'differs from the secret of this database: all nodes need the same; where it was not set, it is the content of the file ' +
  '“secret” in the data folder of the first node'
