import { createHash, randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { fromHex, isHex, toHex } from '#features/sealing/core/bytes.ts'
import {
  generateLogKey,
  parseCheckpoint,
  parseNoteKey,
  verifyCheckpoint,
} from '#features/sealing/core/log/checkpoint.ts'
import type { NoteKey } from '#features/sealing/core/log/note.ts'
import type { Watched } from './judge.ts'

/** What is kept of a log, as it lies in its file. */
interface LogFile {
  /** C2SP verifier key. */
  logKey: string
  note: string | null
  /** When the witness cosigned it, ISO; null: never. */
  at: string | null
  refusals: number
  lastRefusal: { at: string; status: number; why: string } | null
}

export type LogState = LogFile & Watched

/** The most heads that are kept as evidence against a log. */
const MOST_EVIDENCE = 200

/**
 * The folder of a witness: its key, and one file per log. A write is on disk when it returns, whole or not at all. One
 * process at a time: a second one is refused.
 */
export class WitnessStore {
  readonly key: NoteKey
  readonly privateKey: string
  readonly #folder: string
  readonly #logs = new Map<string, LogState>()

  private constructor(folder: string, key: { name: string; privateKey: string; publicKey: string }) {
    this.#folder = folder
    this.key = { name: key.name, publicKey: fromHex(key.publicKey) }
    this.privateKey = key.privateKey
    for (const file of readdirSync(join(folder, 'logs')).filter((name) => name.endsWith('.json'))) {
      const state = readLog(join(folder, 'logs', file))
      this.#logs.set(state.key.name, state)
    }
  }

  /** Opens a folder; makes it, with a key of its own under `name`, where there is none. Throws on a damaged one. */
  static open(folder: string, name: string | undefined): WitnessStore {
    mkdirSync(join(folder, 'logs'), { recursive: true, mode: 0o700 })
    lock(folder)
    const file = join(folder, 'witness.json')
    if (!existsSync(file)) {
      if (name === undefined) throw new Error('a new witness needs a name: --name example.org/witness')
      if (!/^[^+\s]{1,200}$/.test(name)) throw new Error('a name holds neither spaces nor plus signs')
      replace(file, `${JSON.stringify({ name, ...generateLogKey() })}\n`)
    }
    const key = JSON.parse(readFileSync(file, 'utf8')) as { name: string; privateKey: string; publicKey: string }
    if (name !== undefined && key.name !== name) throw new Error(`this witness is called ${key.name}`)
    if (!isHex(key.privateKey, 32) || !isHex(key.publicKey, 32)) throw new Error(`damaged: ${file}`)
    return new WitnessStore(folder, key)
  }

  log(origin: string): LogState | undefined {
    return this.#logs.get(origin)
  }

  /** All logs that are watched, by name. */
  logs(): LogState[] {
    return [...this.#logs.values()].toSorted((a, b) => (a.key.name < b.key.name ? -1 : 1))
  }

  /** Watches a log from now on; a log that is watched already keeps its head. Throws where its key is another. */
  watch(logKey: string): void {
    const key = parseNoteKey(logKey)
    const known = this.#logs.get(key.name)
    if (known && known.logKey !== logKey)
      throw new Error(`${key.name} is watched with another key: forget it first, if the log says why it has a new one`)
    if (!known) this.#write({ key, logKey, note: null, at: null, refusals: 0, lastRefusal: null })
  }

  /** Forgets a log and what was seen of it: its next head is taken as the first. False when it was not watched. */
  forget(origin: string): boolean {
    if (!this.#logs.delete(origin)) return false
    rmSync(this.#fileOf(origin))
    syncFolder(join(this.#folder, 'logs'))
    return true
  }

  /** Keeps a head as the newest; on disk when it returns. */
  keep(origin: string, { note, at }: { note: string; at: Date }): void {
    this.#write({ ...this.#logs.get(origin)!, note, at: at.toISOString() })
  }

  /** Counts a refusal, and keeps the head that contradicts what was seen, for as long as there is room for it. */
  refuse(origin: string, { status, why, at, note }: { status: number; why: string; at: Date; note?: string }): void {
    const state = this.#logs.get(origin)!
    if (note !== undefined) {
      const folder = join(this.#folder, 'evidence')
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, `${hash(note)}.txt`)
      if (!existsSync(file) && readdirSync(folder).length < MOST_EVIDENCE)
        replace(file, `${at.toISOString()} ${why}; seen before:\n\n${state.note ?? ''}\nnow:\n\n${note}`)
    }
    this.#write({ ...state, refusals: state.refusals + 1, lastRefusal: { at: at.toISOString(), status, why } })
  }

  close(): void {
    rmSync(join(this.#folder, 'lock'), { force: true })
  }

  #write(state: LogState): void {
    const { logKey, note, at, refusals, lastRefusal } = state
    replace(this.#fileOf(state.key.name), `${JSON.stringify({ logKey, note, at, refusals, lastRefusal })}\n`)
    this.#logs.set(state.key.name, state)
  }

  #fileOf(origin: string): string {
    return join(this.#folder, 'logs', `${hash(origin)}.json`)
  }
}

/** SHA-256 of a text, hex: the name of a log in files and addresses. */
export function hash(text: string): string {
  return toHex(createHash('sha256').update(text).digest())
}

function readLog(path: string): LogState {
  try {
    const file = JSON.parse(readFileSync(path, 'utf8')) as LogFile
    const key = parseNoteKey(file.logKey)
    // A head that does not hold is no memory: better no witness than one that begins anew unnoticed.
    if (file.note !== null && verifyCheckpoint(file.note, key).size !== parseCheckpoint(file.note).size)
      throw new Error()
    return { ...file, key }
  } catch (cause) {
    throw new Error(`damaged: ${path}`, { cause })
  }
}

/** On disk when it returns, and never half. */
function replace(path: string, text: string): void {
  const part = `${path}.${randomUUID()}.new`
  const file = openSync(part, 'w', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(part, path)
  syncFolder(join(path, '..'))
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** A file that names the process. One left by a process that is gone is taken over. */
function lock(folder: string): void {
  const path = join(folder, 'lock')
  for (;;) {
    try {
      const file = openSync(path, 'wx', 0o600)
      writeSync(file, String(process.pid))
      closeSync(file)
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const owner = Number(readFileSync(path, 'utf8'))
      if (owner > 0 && owner !== process.pid && isAlive(owner))
        throw new Error(`process ${owner} runs this witness already: ${folder}`, { cause: error })
      rmSync(path, { force: true })
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
