import { execFile, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { MINUTE } from '#contract/time.ts'
import { XSRF_COOKIE, XSRF_HEADER } from '#contract/workbench.ts'
import * as hall from '#features/opening-hall/contract.ts'
import { DecryptState } from '#features/opening-hall/rules.ts'
import { type Hall, prepareHall, type Stage, THREE } from './play/hall.ts'
import { eventually } from '#features/opening-hall/server/testing/hall.ts'
import * as orders from '#features/procurement/contract/order.ts'
import { serverTime } from '#features/tenancy/contract.ts'
import { type ServerProcess, startServer } from '#server/child.ts'
import { type TestBucket, testBucket } from '#server/testing/bucket.ts'
import { objectPath } from '#server/files/local-file.ts'
import { TEST_SECRET } from '#server/testing/store.ts'
import { HttpClient } from '#server/testing/http-client.ts'
import { runOn } from '#server/testing/run-on.ts'
import { builtServer } from './built.ts'
import { Cast } from './cast.ts'
import { advanceClock } from './contract.ts'
import { type Account, PASSWORD, PEOPLE } from './people.ts'
import * as buyer from './play/buyer.ts'
import { openAndDecrypt, readAndEnd } from './play/opening.ts'
import * as review from './play/review.ts'
import { PLANS } from './tenders.ts'
import { ownerPool } from '#server/testing/owner-pool.ts'

/*
 * One database, one bucket, two nodes that share nothing else, and a load balancer that sends every request to the other
 * one than the request before.
 */

const name = `kaibiao_test_${randomBytes(6).toString('hex')}`
const url = new URL(inject('serverUrl'))
url.pathname = `/${name}`
const root = mkdtempSync(join(tmpdir(), 'kaibiao-nodes-'))
let bucket: TestBucket
let owner: pg.Pool
let nodes: ServerProcess[]
let balancer: Awaited<ReturnType<typeof balance>>
let stage: Nodes
let tender: Hall

const folder = (node: string) => join(root, node)
const settings = (node: string) => ({
  DATABASE_URL: url.href,
  S3_URL: bucket.url,
  KAIBIAO_DATA: folder(node),
  KAIBIAO_SECRET: TEST_SECRET,
  KAIBIAO_DEMO: 'people',
  KAIBIAO_MODE: '',
  NODE_ENV: '',
  LOG_LEVEL: 'fatal',
})

/** The people at the load balancer, and the clock that all nodes share. */
class Nodes implements Stage {
  readonly #cast: Cast
  #shift = 0

  constructor(base: string) {
    this.#cast = new Cast(base)
  }

  as(account: Account): Promise<HttpClient> {
    return this.#cast.as(account)
  }

  now(): Date {
    return new Date(Date.now() + this.#shift)
  }

  async moveTo(at: Date): Promise<void> {
    const ms = at.getTime() - this.now().getTime()
    await new HttpClient(balancer.base).call(advanceClock, { body: { ms } })
    this.#shift += ms
    for (const { base } of nodes)
      await eventually(async () => (await new HttpClient(base).call(serverTime, {})).epochMs >= at.getTime())
  }
}

beforeAll(async () => {
  bucket = await testBucket()
  await runOn(inject('serverUrl'), `create database ${name} template ${inject('template')} strategy file_copy`)
  owner = ownerPool(url.href)
  const entry = await builtServer()
  nodes = await Promise.all(['a', 'b'].map((node) => startServer(settings(node), { entry })))
  balancer = await balance(nodes.map(({ base }) => base))
  stage = new Nodes(balancer.base)
})

afterAll(async () => {
  await balancer?.stop()
  await Promise.all(nodes?.map((node) => node.stop()) ?? [])
  await owner.end()
  await runOn(inject('serverUrl'), `drop database ${name} with (force)`)
  await bucket.stop()
  rmSync(root, { recursive: true, force: true })
})

describe('a tender played over both', () => {
  test('is published, bid for and opened', async () => {
    tender = await prepareHall(stage, { bidders: THREE })
    const { orderId, params } = tender
    await stage.moveTo(tender.openAt)
    const host = await stage.as('buyer')
    const bidders = await Promise.all(
      tender.seats.map(async ({ account, tradeId, key }) => ({ client: await stage.as(account), tradeId, key })),
    )
    const states = async () => (await host.call(hall.markList, { params })).map((row) => row.decryptState)
    const isDecrypted = async () => (await states()).every((state) => state === DecryptState.values.success)
    await openAndDecrypt(host, orderId, { bidders, settle: () => eventually(isDecrypted) })
    expect(await isDecrypted()).toBe(true)
    const hasSheet = async () => (await host.call(hall.hallDetail, { params: { id: orderId } })).sheetReady
    await readAndEnd(host, orderId, { bidders, settle: () => eventually(hasSheet) })
    expect(await hasSheet()).toBe(true)
  })

  test('is reviewed, awarded and archived; the archive verifies, and is the same from either', async () => {
    const { orderId } = tender
    const host = await stage.as('buyer')
    const accounts = ['expert1', 'expert2', 'expert3', 'expert5', 'expert8'] as const
    await review.startReview(
      host,
      orderId,
      accounts.map((account) => PEOPLE[account].name),
    )
    const seats: review.Seat[] = []
    for (const account of accounts) seats.push({ client: await stage.as(account), password: PASSWORD })
    await review.chooseLeader(seats, orderId)
    await review.judge(seats, orderId)
    await review.signAndEnd(seats, orderId, host)
    const publicityEnd = await buyer.publishCandidates(host, orderId)
    await stage.moveTo(new Date(new Date(publicityEnd).getTime() + MINUTE))
    await buyer.award(host, orderId)
    await buyer.archive(host, orderId)
    const archives = []
    for (const { base } of nodes) archives.push((await download(at(base, host), orderId)).toString('base64'))
    expect(new Set(archives).size).toBe(1)
    const zip = join(root, 'archive.zip')
    writeFileSync(zip, Buffer.from(archives[0]!, 'base64'))
    const cli = join(import.meta.dirname, '../../verify/cli.ts')
    // 3: consistent; nothing from elsewhere was given that says where it comes from.
    const run = promisify(execFile)(process.execPath, [cli, '--archive', zip], { maxBuffer: 1 << 26 })
    await expect(run).rejects.toMatchObject({ code: 3, stdout: expect.stringContaining('材料自洽') })
  })

  test('of a bucket nobody says how much room it has', async () => {
    const client = new HttpClient(nodes[1]!.base)
    expect(await client.raw('GET', '/api/ready')).toEqual({ ready: true, storage: 'all' })
    expect(await (await client.fetch('GET', '/api/metrics')).text()).toMatch(/^kaibiao_files_free_bytes \+Inf$/m)
  })

  test('leaves nothing on the disk of a node but what concerns the node', () => {
    for (const node of ['a', 'b']) {
      expect(existsSync(join(folder(node), 'files/objects'))).toBe(false)
      expect(readdirSync(join(folder(node), 'files/staging'))).toEqual([])
    }
  })
})

describe('between the nodes', () => {
  const tus = { 'tus-resumable': '1.0.0' }
  const patch = (client: HttpClient, path: string, [offset, bytes]: [number, Buffer]) =>
    client.fetch('PATCH', path, bytes, {
      headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    })
  let one: HttpClient
  let two: HttpClient
  beforeAll(async () => {
    const host = await stage.as('buyer')
    ;[one, two] = [at(nodes[0]!.base, host), at(nodes[1]!.base, host)]
  })
  const begin = async (size: number) => {
    const meta = `use ${Buffer.from('tender-document').toString('base64')},filename ${Buffer.from('a.pdf').toString('base64')}`
    const created = await one.fetch('POST', '/api/files/tus', undefined, {
      headers: { ...tus, 'upload-length': String(size), 'upload-metadata': meta },
    })
    return new URL(created.headers.get('location')!, one.base).pathname
  }

  test('an upload goes on at the other node, where it stopped', async () => {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.4 '), randomBytes(11 * 1024 * 1024)])
    const path = await begin(bytes.length)
    const cuts = [0, 3_000, 7_000_000, bytes.length]
    let done: Response | undefined
    for (const [i, client] of [one, two, one].entries()) {
      const head = await client.fetch('HEAD', path, undefined, { headers: tus })
      expect(head.headers.get('upload-offset')).toBe(String(cuts[i]))
      done = await patch(client, path, [cuts[i]!, bytes.subarray(cuts[i], cuts[i + 1])])
    }
    expect(done!.headers.get('x-file-sha256')).toBe(createHash('sha256').update(bytes).digest('hex'))
    for (const client of [one, two])
      await expect(client.fetch('HEAD', path, undefined, { headers: tus })).rejects.toMatchObject({ status: 404 })
  })

  test('of two pieces sent to both at once one is taken', async () => {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.4 '), randomBytes(50_000)])
    const path = await begin(bytes.length)
    const outcomes = await Promise.allSettled([one, two].map((client) => patch(client, path, [0, bytes])))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { rows } = await owner.query('select count(*)::int as n from file_object where size = $1', [bytes.length])
    expect(rows[0].n).toBe(1)
  })

  test('a sender that comes back through the other node goes on from what the first one has', async () => {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.4 '), randomBytes(60_000)])
    const path = await begin(bytes.length)
    const headers = {
      ...tus,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': bytes.length,
      cookie: [...one.cookies].map(([key, value]) => `${key}=${value}`).join('; '),
      [XSRF_HEADER]: one.cookies.get(XSRF_COOKIE),
    }
    // Sends no more, and does not close either.
    const hanging = ask(new URL(path, one.base), { method: 'PATCH', headers })
    hanging.on('error', () => undefined)
    hanging.write(bytes.subarray(0, 20_000))
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const head = await two.fetch('HEAD', path, undefined, { headers: tus })
    expect(head.headers.get('upload-offset')).toBe('20000')
    const done = await patch(two, path, [20_000, bytes.subarray(20_000)])
    expect(done.headers.get('x-file-sha256')).toBe(createHash('sha256').update(bytes).digest('hex'))
    hanging.destroy()
  })

  test('an event stored at one is heard at the other', async () => {
    const response = await two.fetch('GET', `/api/live?topics=hall:${tender.orderId}`)
    const heard = (async () => {
      let text = ''
      for await (const piece of response.body!) {
        text += Buffer.from(piece).toString()
        if (text.includes('"kind":"hall.probe"')) return true
      }
      return false
    })()
    await owner.query(
      `insert into outbox (tenant_id, kind, payload, topics, at) values (1, 'hall.probe', '{}', $1, now())`,
      [[`hall:${tender.orderId}`]],
    )
    expect(await heard).toBe(true)
  })
})

describe('a node that', () => {
  test('has another secret is refused by name, and locks nobody out', async () => {
    const { code, text } = await outcome({ ...settings('c'), KAIBIAO_SECRET: 'another secret'.repeat(4) })
    expect({ code, text }).toMatchObject({
      code: 1,
      text: expect.stringContaining('✗ KAIBIAO_SECRET 与该数据库使用的密钥不同'),
    })
    const client = new pg.Client({ connectionString: await appAddress() })
    await client.connect()
    await client.end()
  })

  test('keeps files on a disk of its own is refused by name', async () => {
    const { code, text } = await outcome({ ...settings('c'), S3_URL: '' })
    expect({ code, text }).toMatchObject({
      code: 1,
      text: expect.stringContaining('✗ 本节点的文件存储与该数据库的文件存储不是同一个'),
    })
  })

  test('has a wrong bucket or key is refused by name', async () => {
    for (const [wrong, words] of [
      [`${bucket.url}-other`, '✗ S3_URL：存储桶不存在'],
      [bucket.url.replace('S3RVER:', 'nobody:'), '✗ S3_URL：访问密钥被拒绝'],
      ['bucket', '✗ S3_URL 格式有误'],
    ]) {
      const { code, text } = await outcome({ ...settings('c'), S3_URL: wrong })
      expect({ code, text }).toMatchObject({ code: 1, text: expect.stringContaining(words!) })
    }
  })

  test('is killed is missed by nobody: the other goes on, and a new one finds everything as it was written', async () => {
    process.kill(nodes[0]!.pid, 'SIGKILL')
    const host = await stage.as('buyer')
    await buyer.createProject(host, PLANS.his)
    expect((await download(host, tender.orderId)).length).toBeGreaterThan(10_000)
    const { code, text } = await outcome(settings('d'), '✓ integrity')
    expect({ code, text }).toMatchObject({ code: 0, text: expect.not.stringContaining('✗') })
    expect(text).toContain('✓ integrity: audit chains, notices, bid log and sealed files are as written')
  })

  test('starts on a bucket in which something was altered or is gone names it', async () => {
    const { rows } = await owner.query<{ sha: string }>(
      `select encode(o.sha256, 'hex') as sha from bid_file f join file_object o on o.id = f.file_id
       where f.role = 'technical' order by f.file_id limit 2`,
    )
    const [altered, gone] = rows.map(({ sha }) => bucket.pathOf(objectPath(sha)))
    const bytes = readFileSync(altered!)
    bytes[bytes.length - 1]! ^= 1
    writeFileSync(altered!, bytes)
    rmSync(gone!)
    const { text } = await outcome(settings('d'), '✗ integrity')
    expect(text).toMatch(/✗ integrity: tenant 1, stored-file \S+: 加密文件「.+」被改动/)
    expect(text).toMatch(/✗ integrity: tenant 1, stored-file \S+: 加密文件「.+」缺失/)
  })
})

/** The same person at another address, in the same session. */
function at(base: string, { cookies, workbench, tenantId }: HttpClient): HttpClient {
  const client = new HttpClient(base)
  for (const [key, value] of cookies) client.cookies.set(key, value)
  return Object.assign(client, { workbench, tenantId })
}

async function download(client: HttpClient, orderId: string): Promise<Buffer> {
  return (await client.file(orders.downloadArchive, { params: { orderId } })).content
}

async function appAddress(): Promise<string> {
  const [{ appUrl }, { deriveKey }] = [await import('#server/database/migrate.ts'), await import('#server/config.ts')]
  return appUrl(url.href, deriveKey({ secret: TEST_SECRET }, 'database application role').toString('hex'))
}

/** How a start ends, asked to stop when it says `until`. */
async function outcome(env: NodeJS.ProcessEnv, until = '✓ ready'): Promise<{ code: number | null; text: string }> {
  mkdirSync(env.KAIBIAO_DATA!, { recursive: true })
  const child = spawn(process.execPath, [await builtServer()], { env: { ...process.env, PORT: '0', ...env } })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes(until)) child.kill('SIGTERM')
    })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, text })))
}

/** Sends each request to the next of the targets; a target that does not answer is left out from then on. */
async function balance(targets: string[]): Promise<{ base: string; stop: () => Promise<void> }> {
  const living = [...targets]
  let next = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => send())
    const send = () => {
      const target = living[next++ % living.length]!
      const { method, headers } = request
      const passed = ask(new URL(request.url!, target), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(response)
      })
      passed.on('error', () => {
        living.splice(living.indexOf(target), 1)
        send()
      })
      passed.end(Buffer.concat(chunks))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
