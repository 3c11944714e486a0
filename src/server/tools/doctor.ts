import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { createTransport } from 'nodemailer'
import pg from 'pg'
import { findOffice } from '../../features/attachments/server/convert/soffice.ts'
import { findBrowser } from '../../../bin/browser.mjs'
import { type Config, deriveKey, filesPlace, readConfig } from '../config.ts'
import { accountFor } from '../database/embedded-account.ts'
import { findBinaries } from '../database/embedded-binaries.ts'
import { DiskRoom } from '../files/room.ts'
import { openStore } from '../files/open-store.ts'
import { agreedFiles, demandSameSecret } from '../database/agreement.ts'
import { reachDatabase } from '../database/reach.ts'
import { findExcessRights } from '../database/role.ts'
import { findSetbacks } from '../marks/find-setbacks.ts'
import { readVersions } from '../secrecy/versions.ts'

// npm run doctor: which parts are in force, and whether they answer. Code 1 when one that is in force does not.
const { config, problem } = settings()
const findings = [
  { part: 'node', ...node() },
  { part: 'settings', ...(config ? ok(`${config.mode}, data in ${config.dataDir}`) : fails(problem)) },
  { part: 'database', ...(await tried(() => database(config))) },
  { part: 'records', ...(await tried(() => records(config))) },
  { part: 'keys', ...(await tried(() => keys(config))) },
  { part: 'files', ...(await tried(() => files(config))) },
  { part: 'nodes', ...(await tried(() => nodes(config))) },
  { part: 'mail', ...(await tried(mail)) },
  { part: 'SMS', ...(await tried(() => gateway('SMS_URL'))) },
  { part: 'WeChat', ...(await tried(wechat)) },
  { part: 'language model', ...(await tried(() => gateway('LLM_URL'))) },
  { part: 'CA', ...(await tried(() => gateway('CA_URL'))) },
  { part: 'bank', ...(await tried(() => gateway('BANK_URL'))) },
  { part: 'meetings', ...(await tried(() => gateway('MEETING_URL'))) },
  { part: 'browser', ...(await tried(browser)) },
  { part: 'LibreOffice', ...libreOffice() },
]
for (const { part, mark, text } of findings) console.log(`${mark} ${part.padEnd(15)} ${text}`)
if (findings.some(({ mark }) => mark === '✗')) process.exitCode = 1

interface Finding {
  /** In force and answers; not in force; in force, but does not answer. */
  mark: '✓' | '–' | '✗'
  text: string
}

function ok(text: string): Finding {
  return { mark: '✓', text }
}

function off(text: string): Finding {
  return { mark: '–', text }
}

function fails(text: string): Finding {
  return { mark: '✗', text }
}

async function tried(look: () => Finding | Promise<Finding>): Promise<Finding> {
  try {
    return await look()
  } catch (error) {
    return fails(error instanceof Error ? error.message : String(error))
  }
}

function settings(): { config: Config | null; problem: string } {
  try {
    return { config: readConfig(), problem: '' }
  } catch (error) {
    return { config: null, problem: (error as Error).message }
  }
}

function node(): Finding {
  return Number.parseInt(process.versions.node, 10) >= 24
    ? ok(process.version)
    : fails(`${process.version}; the server runs on Node 24: npm start and npm run … use the one in node_modules`)
}

async function database(config: Config | null): Promise<Finding> {
  if (!config) return fails('not looked at: the settings are refused')
  const name = config.databaseUrl ? `external, ${new URL(config.databaseUrl).host}` : 'embedded'
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'postgres'))) {
    const { postgres } = findBinaries(accountFor(join(config.dataDir, 'postgres')), () => {})
    return ok(`embedded, made at the first start; its programs run: ${postgres}`)
  }
  const reached = await reachDatabase(config)
  try {
    const began = performance.now()
    const row = await ask(reached.url)
    const took = (performance.now() - began).toFixed(0)
    const text = `${name}, PostgreSQL ${row.version}, answers in ${took} ms`
    // Who lets a commit go before it is on disk cannot vouch for a receipt.
    if (row.fsync !== 'on' || row.commits === 'off') return fails(`${text}, but commits are not durable`)
    return row.excess.length === 0 ? ok(text) : fails(`${text}, but ${row.excess.join('; ')}`)
  } finally {
    await reached.close()
  }
}

/** Whether clock and database are at least as far as what was acknowledged. */
async function records(config: Config | null): Promise<Finding> {
  if (!config) return fails('not looked at: the settings are refused')
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'postgres'))) return off('none yet')
  const reached = await reachDatabase(config)
  const pool = new pg.Pool({ connectionString: reached.url, max: 1 })
  try {
    const setbacks = await findSetbacks(pool, config)
    const place = config.witnessDir
      ? `noted in ${config.dataDir} and ${config.witnessDir}`
      : `noted in ${config.dataDir}`
    return setbacks.length === 0 ? ok(`as far as acknowledged, ${place}`) : fails(setbacks.join('；'))
  } finally {
    await pool.end()
    await reached.close()
  }
}

/** Whether the numbers of people are sealed with keys of one version. */
async function keys(config: Config | null): Promise<Finding> {
  if (!config) return fails('not looked at: the settings are refused')
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'postgres'))) return off('none yet')
  const reached = await reachDatabase(config)
  const client = new pg.Client({ connectionString: reached.url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ there: boolean }>(`select to_regclass('cipher_version') is not null as there`)
    if (!rows[0]!.there) return off('none yet: the next start seals the numbers of people')
    const { newest, isComplete } = await readVersions(client)
    if (isComplete) return ok(`numbers of people are sealed with keys of version ${newest}`)
    return newest === 1
      ? off('the next start seals the numbers of people')
      : fails(`a rotation to version ${newest} broke off, or runs: npm run keys:rotate goes on`)
  } finally {
    await client.end()
    await reached.close()
  }
}

async function ask(url: string): Promise<{ version: string; fsync: string; commits: string; excess: string[] }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string; fsync: string; commits: string }>(
      `select current_setting('server_version') as version, current_setting('fsync') as fsync,
         current_setting('synchronous_commit') as commits`,
    )
    return { ...rows[0]!, excess: await findExcessRights(client) }
  } finally {
    await client.end()
  }
}

async function files(config: Config | null): Promise<Finding> {
  if (!config) return fails('not looked at: the settings are refused')
  const place = filesPlace(config)
  const { folder } = place
  if (place.s3) {
    // Opening it lists, writes and removes something.
    await openStore(place)
    return ok(`in the bucket ${place.s3.bucket} at ${place.s3.endpoint}; on their way in ${folder}`)
  }
  const probe = join(folder, `.probe-${randomUUID()}`)
  await mkdir(folder, { recursive: true })
  await writeFile(probe, 'probe', { flush: true })
  const read = await readFile(probe, 'utf8')
  await rm(probe)
  const { free, reserve, takes } = await new DiskRoom(folder, config.bidReserve).state()
  const gib = (bytes: number) => (bytes / 2 ** 30).toFixed(1)
  const text = `on disk in ${folder}, ${gib(free)} GiB free, ${gib(reserve)} GiB of them kept back for bids`
  const lacks = { all: '', bids: '; nothing but bids is taken in', none: '; not even bids are taken in' }[takes]
  return read === 'probe' && takes === 'all' ? ok(text) : fails(text + lacks)
}

/** Whether this node may start beside the others on the database. */
async function nodes(config: Config | null): Promise<Finding> {
  if (!config?.databaseUrl) return off('one, on its own database')
  const client = new pg.Client({ connectionString: config.databaseUrl, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await demandSameSecret(client, deriveKey(config, 'database application role').toString('hex'))
    const agreed = await agreedFiles(client)
    const own = await (await openStore(filesPlace(config))).identity.read()
    if (agreed !== null && agreed !== own) return fails('the files of the database are in another store')
    return ok('secret and files of this one are those of the database')
  } finally {
    await client.end()
  }
}

async function mail(): Promise<Finding> {
  const url = process.env.SMTP_URL
  if (!url) return off('off (SMTP_URL)')
  const transport = createTransport({ url, connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 })
  try {
    await transport.verify()
    return ok(`${new URL(url).host} answers`)
  } finally {
    transport.close()
  }
}

/** Asks for nothing that would cost: whether the interface answers, and whether the callback can be trusted. */
async function wechat(): Promise<Finding> {
  if (!process.env.WX_APP_ID) return off('off (WX_APP_ID)')
  if (!process.env.WX_SECRET || !process.env.WX_TOKEN) return fails('WX_SECRET and WX_TOKEN belong to WX_APP_ID')
  return answers(process.env.WX_API ?? 'https://api.weixin.qq.com')
}

/** A gateway over HTTP: any answer counts, since nothing is really sent. */
async function gateway(setting: 'SMS_URL' | 'LLM_URL' | 'BANK_URL' | 'MEETING_URL' | 'CA_URL'): Promise<Finding> {
  const url = process.env[setting]
  return url ? answers(url) : off(`off (${setting})`)
}

async function answers(url: string): Promise<Finding> {
  const place = new URL(url)
  // The name of an application is no credential of this request.
  place.username = ''
  const { host } = place
  const response = await fetch(place, { method: 'HEAD', signal: AbortSignal.timeout(5_000) }).catch(
    (error: Error) => error,
  )
  if (response instanceof Error)
    return fails(`${host} does not answer: ${(response.cause as Error)?.message ?? response.message}`)
  return response.status < 500 ? ok(`${host} answers`) : fails(`${host} answers with ${response.status}`)
}

/** For tests and pictures only; the server needs none. */
function browser(): Finding {
  const path = findBrowser()
  return path ? ok(path) : off('none: needed for npm test only, which installs one where it can (CHROME_PATH)')
}

function libreOffice(): Finding {
  const program = findOffice()
  if (!program) return off('none (SOFFICE): Word and Excel files are not shown, only downloaded')
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 20_000 })
  return status === 0 ? ok(`${stdout.trim()}, ${program}`) : fails(`${program} does not run`)
}
