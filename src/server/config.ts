import { createHmac, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readS3Url, type S3Place } from './files/s3-place.ts'
import type { StorePlace } from './files/store.ts'

/**
 * `demo` is what `npm start` gives: embedded parts, demonstration data, a movable clock. `production` refuses all three.
 */
export type Mode = 'production' | 'demo' | 'test'

export interface Config {
  readonly mode: Mode
  /** The demonstration world is loaded, and its calls exist. Never in production. */
  readonly demo: boolean
  readonly host: string
  readonly port: number
  /** Files, embedded database, generated secrets. */
  readonly dataDir: string
  /** A second folder for what is noted of the database outside it; empty: none. */
  readonly witnessDir: string
  /** Connection string of the database owner; empty: start the embedded database. */
  readonly databaseUrl: string
  /** The bucket that all nodes keep files in; null: the data folder of this one. */
  readonly s3: S3Place | null
  /** Takes the files of this node for those of the database, even if it knows others. */
  readonly allowOtherFiles: boolean
  /** Root of all derived keys and passwords. */
  readonly secret: string
  /** Address that people use, for links in messages and the Origin check; empty: whatever the request came to. */
  readonly publicUrl: string
  /** Proxies in front of us that are believed (`X-Forwarded-*`): as many hops, and no further. */
  readonly trustProxy: number
  readonly logLevel: string
  /** Bytes of the disk kept back for sealed bids and records; null: as the disk is large. */
  readonly bidReserve: number | null
  /** Address of a drand relay, with the hash of a chain behind it or without; empty: none. */
  readonly beaconUrl: string
  /** Multiplies how much one session may ask for and one person may listen to. */
  readonly limitsFactor: number
}

/**
 * Reads the environment. In production, throws when a default or missing setting would be unsafe, naming all of them.
 */
export function readConfig(given: NodeJS.ProcessEnv = process.env): Config {
  // What a compose file passes on without a value is not set.
  const env = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
  const mode: Mode = env.NODE_ENV === 'production' ? 'production' : env.KAIBIAO_MODE === 'test' ? 'test' : 'demo'
  const dataDir = resolve(env.KAIBIAO_DATA ?? '.data')
  if (mode === 'production') refuseUnsafe(env)
  // Others may pass through but not look: the embedded database runs as an account of its own under root.
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  return {
    mode,
    demo: mode === 'demo' && env.KAIBIAO_DEMO !== '0',
    host: env.HOST ?? '127.0.0.1',
    port: reachablePort(env.PORT ?? '3000'),
    dataDir,
    witnessDir: env.KAIBIAO_WITNESS ? resolve(env.KAIBIAO_WITNESS) : '',
    databaseUrl: env.DATABASE_URL ?? '',
    s3: env.S3_URL === undefined ? null : readS3Url(env.S3_URL),
    allowOtherFiles: env.KAIBIAO_ALLOW_OTHER_FILES === '1',
    secret: env.KAIBIAO_SECRET ?? storedSecret(dataDir),
    publicUrl: env.PUBLIC_URL ?? '',
    trustProxy: wholeNumber('TRUST_PROXY', { value: env.TRUST_PROXY ?? '0', most: 10 }),
    logLevel: env.LOG_LEVEL ?? (mode === 'production' ? 'info' : 'warn'),
    bidReserve:
      env.BID_RESERVE_GIB === undefined
        ? null
        : wholeNumber('BID_RESERVE_GIB', { value: env.BID_RESERVE_GIB, most: 1_000_000 }) * 2 ** 30,
    beaconUrl: env.BEACON_URL ?? '',
    limitsFactor: positive('LIMITS_FACTOR', env.LIMITS_FACTOR ?? '1'),
  }
}

/** A key for one purpose, derived from the root secret; 32 bytes, not to be written to. */
export function deriveKey(config: Pick<Config, 'secret'>, purpose: string): Buffer {
  const known = DERIVED.get(config) ?? new Map<string, Buffer>()
  DERIVED.set(config, known)
  const key = known.get(purpose) ?? createHmac('sha256', config.secret).update(`kaibiao/${purpose}`).digest()
  known.set(purpose, key)
  return key
}

/** Purposes are few and asked for at every request. */
const DERIVED = new WeakMap<Pick<Config, 'secret'>, Map<string, Buffer>>()

/** Where the files of this node are kept. */
export function filesPlace({ dataDir, bidReserve, s3 }: Pick<Config, 'dataDir' | 'bidReserve' | 's3'>): StorePlace {
  return { folder: join(dataDir, 'files'), reserve: bidReserve, s3 }
}

function wholeNumber(name: string, { value, most }: { value: string; most: number }): number {
  const number = Number(value)
  if (/^\d+$/.test(value) && number <= most) return number
  throw new Error(`${name} 应为 0 至 ${most} 的整数 / must be a whole number from 0 to ${most}: ${value}`)
}

function reachablePort(value: string): number {
  const port = wholeNumber('PORT', { value, most: 65_535 })
  if (!REFUSED_PORTS.has(port)) return port
  throw new Error(`浏览器拒绝访问端口 ${port}，请换用其他端口 / browsers refuse PORT ${port}; choose another`)
}

/** "Bad ports" of the Fetch standard, https://fetch.spec.whatwg.org/#port-blocking; 0 asks for any free one. */
const REFUSED_PORTS: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

function positive(name: string, value: string): number {
  const number = Number(value)
  if (number > 0 && Number.isFinite(number)) return number
  throw new Error(`${name} 应为正数 / must be a positive number: ${value}`)
}

function refuseUnsafe(env: NodeJS.ProcessEnv): void {
  const problems: string[] = []
  if (!env.KAIBIAO_SECRET || env.KAIBIAO_SECRET.length < 32)
    problems.push('KAIBIAO_SECRET must have at least 32 characters')
  if (!env.DATABASE_URL && env.KAIBIAO_ALLOW_EMBEDDED !== '1')
    problems.push('DATABASE_URL is missing (KAIBIAO_ALLOW_EMBEDDED=1 accepts the embedded database)')
  if (!env.PUBLIC_URL) problems.push('PUBLIC_URL is missing')
  if (env.KAIBIAO_DEMO === '1') problems.push('KAIBIAO_DEMO is set: demonstration data has known passwords')
  if (problems.length > 0) throw new Error(`production start refused:\n  - ${problems.join('\n  - ')}`)
}

function storedSecret(dataDir: string): string {
  const path = join(dataDir, 'secret')
  if (!existsSync(path)) {
    writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
    chmodSync(path, 0o600)
  }
  return readFileSync(path, 'utf8').trim()
}
