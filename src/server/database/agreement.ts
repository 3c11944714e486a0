import { createHash } from 'node:crypto'
import type pg from 'pg'

/**
 * Holds the secret of this node, by the password derived from it, against that of the first node on this database; there
 * is nothing to compare before the migrations. With another one, nothing that was sealed could be opened, and writing the
 * role's password would lock the other nodes out: throws by name.
 */
export async function agreeOnSecret(client: pg.ClientBase, appPassword: string): Promise<void> {
  const { rows: known } = await client.query(`select 1 where to_regclass('public.node_agreement') is not null`)
  if (known.length === 0) return
  const own = createHash('sha256').update(`node agreement/${appPassword}`).digest()
  const { rows } = await client.query<{ secret_check: Buffer }>(
    'update node_agreement set secret_check = coalesce(secret_check, $1) returning secret_check',
    [own],
  )
  if (rows[0] && !rows[0].secret_check.equals(own)) throw new Error(OTHER_SECRET)
}

const OTHER_SECRET =
  'KAIBIAO_SECRET 与该数据库使用的密钥不同：所有节点必须使用同一密钥；未设置时，密钥是首个节点数据目录中 secret 文件的内容 / ' +
  'differs from the secret of this database: all nodes need the same; where it was not set, it is the content of the file ' +
  '“secret” in the data folder of the first node'
