import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '../config.ts'
import { startEmbedded } from './embedded.ts'

export interface ReachedDatabase {
  /** Owner's address. */
  url: string
  close(): Promise<void>
}

/** The database for a command-line tool: DATABASE_URL, else the embedded one, running already or started for the tool. */
export async function reachDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<ReachedDatabase> {
  const url = config.databaseUrl || (await runningUrl(config.dataDir))
  if (url) return { url, close: () => Promise.resolve() }
  const database = await startEmbedded({ dataDir: config.dataDir })
  return { url: database.url, close: () => database.stop() }
}

/** Address of the embedded server that a running system has started; null when none answers. */
async function runningUrl(dataDir: string): Promise<string | null> {
  let url: string
  try {
    // Fourth line of the file: the port (PostgreSQL documentation, miscadmin.h LOCK_FILE_LINE_PORT).
    const port = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[3]!.trim()
    const password = readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim()
    url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  } catch {
    return null
  }
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return url
  } catch {
    return null
  } finally {
    await client.end().catch(() => undefined)
  }
}
