import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { runOn } from './run-on.ts'

/*
 * Named states of the platform: a database with its files, as a run of tests has them. Whoever needs one gets a copy; the
 * first to ask has it made (`src/demo/states`).
 */

/** Where a run keeps its states: templates on its PostgreSQL, files and facts in a folder. */
export interface StateStore {
  /** Owner's address of the PostgreSQL. */
  serverUrl: string
  /** Of the names of the templates. */
  prefix: string
  folder: string
  /** Of all systems that stand on them. */
  secret: string
  /** A database that has been migrated, and is empty. */
  template: string
}

/** A database and a data folder of one's own. */
export interface Ground {
  database: string
  /** Owner's address of the database. */
  url: string
  dataDir: string
}

/** What is written down of a state besides its database and its files. */
export interface StateNote {
  /** Its instant, at which the clock of every copy goes on; null: the copy's clock is the machine's. */
  at: string | null
  /** What whoever goes on from it has to know: ids, receipts. */
  facts: unknown
}

/** A copy of a state, whose clock goes on where it stood; `removeGround` takes it away. */
export async function copyState(store: StateStore, name: string): Promise<{ ground: Ground; note: StateNote }> {
  while (!isKept(store, name) && existsSync(join(store.folder, AHEAD))) await sleep(50)
  if (!isKept(store, name)) await makeStates(store, [name])
  const note = JSON.parse(readFileSync(noteOf(store, name), 'utf8')) as StateNote
  const ground = await newGround(store, templateOf(store, name))
  cpSync(join(store.folder, name), ground.dataDir, { recursive: true })
  // Nobody was away meanwhile: for the copy no time has passed.
  const set = note.at === null ? '' : `update clock_shift set ms = ${new Date(note.at).getTime() - Date.now()};`
  await runOn(ground.url, `${set} delete from platform_beat`)
  return { ground, note }
}

/** A database of its own, copied from a template, by default the empty one, and an empty folder. */
export async function newGround(store: StateStore, template = store.template): Promise<Ground> {
  const { serverUrl } = store
  const database = `kaibiao_test_${randomBytes(6).toString('hex')}`
  await runOn(serverUrl, `create database ${database} template ${template} strategy file_copy`)
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return { database, url: url.href, dataDir: mkdtempSync(join(tmpdir(), 'kaibiao-data-')) }
}

export async function removeGround({ serverUrl }: Pick<StateStore, 'serverUrl'>, ground: Ground): Promise<void> {
  await runOn(serverUrl, `drop database if exists ${ground.database} with (force)`)
  rmSync(ground.dataDir, { recursive: true, force: true })
}

/** Makes a ground that nothing runs on into the state of this name. */
export async function keepState(
  store: StateStore,
  name: string,
  { ground, note }: { ground: Ground; note: StateNote },
): Promise<void> {
  await runOn(store.serverUrl, `alter database ${ground.database} rename to ${templateOf(store, name)}`)
  renameSync(ground.dataDir, join(store.folder, name))
  // Last and at once: who finds it finds the rest.
  writeFileSync(`${noteOf(store, name)}.new`, JSON.stringify(note))
  renameSync(`${noteOf(store, name)}.new`, noteOf(store, name))
}

/** Drops the templates; the folder is whose it is. */
export async function removeStates({ serverUrl, prefix }: Pick<StateStore, 'serverUrl' | 'prefix'>): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [`${prefix}_`],
  )
  for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`)
  await client.end()
}

export function isKept(store: StateStore, name: string): boolean {
  return existsSync(noteOf(store, name))
}

/** Makes all states before anybody asks; whoever does meanwhile waits. Loading the product for each costs as much as its play. */
export async function makeAhead(store: StateStore): Promise<void> {
  const sign = join(store.folder, AHEAD)
  writeFileSync(sign, '')
  try {
    await makeStates(store, [])
  } finally {
    rmSync(sign)
  }
}

/** In a process of its own: loading the product and playing it must not stand in the way of a test. */
async function makeStates(store: StateStore, names: readonly string[]): Promise<void> {
  const child = fork(join(import.meta.dirname, '../../demo/states/make.ts'), names, {
    env: { ...process.env, KAIBIAO_STATES: JSON.stringify(store) },
    execArgv: [],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`states could not be made: ${names.join(', ') || 'all'}`)
}

/** In the folder while states are made ahead. */
const AHEAD = 'ahead'

function templateOf({ prefix }: StateStore, name: string): string {
  return `${prefix}_${name.toLowerCase()}`
}

function noteOf({ folder }: StateStore, name: string): string {
  return join(folder, `${name}.json`)
}
