import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { mayEnter, type Account } from './embedded-account.ts'
import { SYSTEM_FOLDER } from './embedded-binaries.ts'

/**
 * The folder of the cluster: `<data>/postgres`. Where the account may not enter the data folder, that is a link to a
 * system folder, so that the place is seen from the data folder and stays the same when rights change later.
 */
export function placeCluster(data: string, account: Account, onProgress: (text: string) => void): string {
  const place = join(data, 'postgres')
  const target = targetOf(place)
  if (target !== undefined) return followLink({ data, place, target })
  if (existsSync(place)) {
    if (mayEnter(account, place)) return place
    throw new Error(
      `数据库目录已存在，但运行 PostgreSQL 的账户无法进入：${place}。请检查该目录的属主，并开放其上级目录（chmod o+x）。\n` +
        `The database folder exists, but the account PostgreSQL runs under may not enter it: ${place}. Check its owner, and open the folders above it (chmod o+x).`,
    )
  }
  if (mayEnter(account, data)) return place
  const folder = join(SYSTEM_FOLDER, createHash('sha256').update(data).digest('hex').slice(0, 16))
  mkdirSync(folder, { recursive: true })
  for (const path of [SYSTEM_FOLDER, folder]) chmodSync(path, 0o755)
  writeFileSync(join(folder, OWNER), `${data}\n`)
  symlinkSync(join(folder, 'postgres'), place)
  onProgress(`${data} is closed to the account PostgreSQL runs under: the database lives in ${folder}`)
  return join(folder, 'postgres')
}

const OWNER = 'data-folder'

function targetOf(place: string): string | undefined {
  return lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(place) : undefined
}

/** Refuses a link that was copied along with another data folder: two servers must not share a cluster. */
function followLink({ data, place, target }: { data: string; place: string; target: string }): string {
  const owner = join(dirname(target), OWNER)
  if (!existsSync(owner)) {
    throw new Error(
      `数据库目录已丢失：${place} 指向 ${target}。请恢复它；如要重新开始，请删除 ${place}。\n` +
        `The database is gone: ${place} points to ${target}. Restore it, or remove the link to begin anew.`,
    )
  }
  const other = readFileSync(owner, 'utf8').trim()
  if (other === data) return target
  if (targetOf(join(other, 'postgres')) === target) {
    throw new Error(
      `数据库 ${target} 属于另一数据目录 ${other}；${data} 似为其副本，请删除 ${place} 后重试。\n` +
        `The database ${target} belongs to ${other}, of which ${data} seems to be a copy; remove ${place} and start again.`,
    )
  }
  writeFileSync(owner, `${data}\n`)
  return target
}
