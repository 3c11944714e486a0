import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import type { Config } from '../config.ts'

/** How far one record of a tenant had grown: `size` entries, with this hash (hex) of the last or of the whole. */
const Head = z.object({ tenantId: z.number().int(), kind: z.string(), size: z.number().int(), hash: z.string() })
export type Head = z.output<typeof Head>

/** What is known outside a database of what it acknowledged; `at`: the latest instant of the platform's clock. */
const Marks = z.object({ at: z.iso.datetime(), heads: z.array(Head) })
export type Marks = z.output<typeof Marks>

/** Where marks lie: the data folder, and a second folder (another disk, another machine) where one is set. */
export type Places = Pick<Config, 'dataDir' | 'witnessDir'>

/** The marks of a database from all places, the furthest of each; null where there are none. Throws on a broken file. */
export function readMarks(places: Places, databaseId: string): Marks | null {
  const found = foldersOf(places).flatMap((folder) => {
    const file = fileIn(folder, databaseId)
    if (!existsSync(file)) return []
    try {
      return [Marks.parse(JSON.parse(readFileSync(file, 'utf8')))]
    } catch (cause) {
      throw new Error(`已确认记录的标记文件损坏 / the file of acknowledged records is damaged: ${file}`, { cause })
    }
  })
  return found.length === 0 ? null : found.reduce(furthest)
}

/** Whether marks of another database lie here: then this one took its place. */
export function holdsOtherMarks(places: Places, databaseId: string): boolean {
  return foldersOf(places).some(
    (folder) =>
      existsSync(folder) &&
      readdirSync(folder).some((name) => isMarkFile(name) && name !== `${PREFIX}${databaseId}.json`),
  )
}

/** Replaces the marks in every place; on disk when it resolves, and never half of them. */
export async function writeMarks(places: Places, databaseId: string, marks: Marks): Promise<void> {
  await Promise.all(foldersOf(places).map((folder) => writeIn(folder, databaseId, marks)))
}

async function writeIn(folder: string, databaseId: string, marks: Marks): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o711 })
  const path = fileIn(folder, databaseId)
  const part = `${path}.${randomUUID()}.new`
  const file = await open(part, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(marks)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(part, path)
  const entries = await open(dirname(path), 'r')
  try {
    await entries.sync()
  } finally {
    await entries.close()
  }
}

/** Of two notes about one database, what is furthest: marks never go back. */
export function furthest(a: Marks, b: Marks): Marks {
  const heads = new Map(a.heads.map((head) => [keyOf(head), head]))
  for (const head of b.heads) if (head.size >= (heads.get(keyOf(head))?.size ?? 0)) heads.set(keyOf(head), head)
  return { at: a.at > b.at ? a.at : b.at, heads: [...heads.values()] }
}

const PREFIX = 'acknowledged-'

/** What a killed process was writing is none. */
function isMarkFile(name: string): boolean {
  return name.startsWith(PREFIX) && name.endsWith('.json')
}

function fileIn(folder: string, databaseId: string): string {
  return join(folder, `${PREFIX}${databaseId}.json`)
}

function foldersOf({ dataDir, witnessDir }: Places): string[] {
  return witnessDir === '' ? [dataDir] : [dataDir, witnessDir]
}

function keyOf({ tenantId, kind }: Head): string {
  return `${tenantId}/${kind}`
}
