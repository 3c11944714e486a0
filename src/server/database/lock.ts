import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface FolderLock {
  release(): void
}

/** Another process holds the folder. `pid` is undefined only when the holder left no readable note. */
export class FolderInUseError extends Error {
  readonly folder: string
  readonly pid: number | undefined
  constructor(folder: string, holder: Holder | undefined) {
    const who = holder ? `pid ${holder.pid}, since ${holder.since}` : 'pid unknown'
    super(
      `数据目录正被另一进程使用（${who}）：${folder}。请先停止它，或用 KAIBIAO_DATA 指定其他目录。\n` +
        `The data folder is in use by another process (${who}): ${folder}. Stop it first, or choose another folder by KAIBIAO_DATA.`,
    )
    this.name = 'FolderInUseError'
    this.folder = folder
    this.pid = holder?.pid
  }
}

interface Holder {
  pid: number
  since: string
}

const SQLITE_BUSY = 5

/** A handle that nobody refers to is collected as garbage, and its lock with it. */
const held = new Set<DatabaseSync>()

/**
 * Takes a data folder for this process, creating it where needed; throws FolderInUseError when another process (or
 * another part of this one) has it. The lock is the kernel's, held through SQLite's file locking: it ends with the
 * process however that dies, so nothing goes stale, no pid is guessed at, and of two simultaneous starts one wins. The
 * note beside it only says who holds the lock.
 */
export function lockFolder(folder: string, name = 'server'): FolderLock {
  const path = resolve(folder)
  makeFolder(path)
  const file = join(path, `${name}.lock`)
  const note = `${file}.json`
  const database = take(file, () => new FolderInUseError(path, readHolder(note)))
  const holder: Holder = { pid: process.pid, since: new Date().toISOString() }
  rmSync(note, { force: true })
  writeFileSync(note, `${JSON.stringify(holder)}\n`)
  held.add(database)
  return {
    release() {
      if (!held.delete(database)) return
      rmSync(note, { force: true })
      database.close()
    },
  }
}

function take(file: string, inUse: () => Error): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    // SQLite takes no exclusive lock on a file it may only read. Asked without opening: closing a second handle of the
    // file would end the lock that another part of this process may hold.
    if (existsSync(file)) accessSync(file, constants.W_OK)
    database = new DatabaseSync(file, { timeout: 0 })
    database.exec('BEGIN EXCLUSIVE')
    return database
  } catch (cause) {
    database?.close()
    if ((cause as { errcode?: number }).errcode === SQLITE_BUSY) throw inUse()
    throw new Error(`无法锁定数据目录 / cannot lock the data folder: ${(cause as Error).message} (${file})`, { cause })
  }
}

/** Open for traversal when root makes it, because PostgreSQL then runs under another account; else private. */
function makeFolder(path: string): void {
  const created = mkdirSync(path, { recursive: true })
  if (created !== undefined) chmodSync(path, process.getuid?.() === 0 ? 0o711 : 0o700)
}

function readHolder(note: string): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(note, 'utf8')) as Partial<Holder>
    return typeof holder.pid === 'number' ? { pid: holder.pid, since: String(holder.since) } : undefined
  } catch {
    return undefined
  }
}
