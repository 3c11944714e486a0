import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Browser } from '@playwright/test'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { jointTeam } from '#features/sealing/core/joint/test-team.ts'
import { openPartially } from '#features/sealing/core/joint/threshold.ts'
import type { BidManifest } from '#features/sealing/core/manifest.ts'
import { TestService } from '#features/sealing/core/test-world.ts'
import { JOINT_OPENING_TYPE, type JointOpening } from '#features/sealing/core/verify-joint.ts'
import type { Report } from './report.ts'
import { launchBrowser } from '#e2e/browser.ts'
import { unzip } from './zip.ts'

const HERE = fileURLToPath(new URL('.', import.meta.url))

const files = new Map<string, Uint8Array>()
let folder: string
let later: string
const at = (...names: string[]) => join(folder, ...names)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kaibiao-verify-'))
  const service = new TestService()
  const team = jointTeam(2, 3)
  const bids = {
    gm: await service.submit('gm', 'bidder-1'),
    intl: await service.submit('intl', 'bidder-2'),
    joint: await service.submit('intl', 'bidder-3', { jointKey: team.key }),
  }
  json('notice.json', { ...(await service.notice()), jointKey: team.key.fingerprint })
  const opening = jointOpening(team, bids.joint.manifest)
  json('opening.json', opening)
  json('opening-short.json', { ...opening, answers: opening.answers.slice(1) })
  await service.append([], 300)
  later = await service.checkpoint()
  text('checkpoint', later)
  for (const [suite, bid] of Object.entries(bids)) {
    json(`${suite}.json`, bid.receipt)
    json(`bid-${suite}/release.json`, bid.release)
    for (const [id, bytes] of bid.sealed) files.set(`bid-${suite}/${id}.kbe`, bytes)
    for (const [id, bytes] of bid.plain) files.set(`bid-${suite}/plain/${id}.bin`, bytes)
  }
  for (const [path, bytes] of service.store.tiles) files.set(`log/${path}`, bytes)
  json('forged.json', { ...bids.gm.receipt, body: { ...bids.gm.receipt.body, at: '2026-11-30T06:00:00.000Z' } })
  const altered = bids.gm.sealed.get('f-technical')!.slice()
  altered[altered.length - 50]! ^= 1
  files.set('altered/f-technical.kbe', altered)
  for (const [path, bytes] of files) {
    await mkdir(dirname(at(path)), { recursive: true })
    await writeFile(at(path), bytes)
  }
  await zip(at('all.zip'), (path) => /^(gm\.json|notice|checkpoint|bid-gm|log)/.test(path))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

function jointOpening(team: ReturnType<typeof jointTeam>, manifest: BidManifest): JointOpening {
  const { tenantId, orderId, round, bidderId } = manifest
  const part = manifest.joint!
  const answers = [1, 2].map((index) => openPartially(team.key, [part], { index, share: team.shares[index - 1]! }))
  const bids = [{ bidderId, part }]
  return { type: JOINT_OPENING_TYPE, tenantId, orderId, round, key: team.record, bids, answers }
}

describe('the command', () => {
  it.each(['gm', 'intl'])('verifies a receipt with its opened bid (%s)', async (suite) => {
    const { code, out } = await cli([
      at(`${suite}.json`),
      '--notice',
      at('notice.json'),
      '--tiles',
      at('log'),
      '--bid',
      at(`bid-${suite}`),
      '--checkpoint',
      at('checkpoint'),
    ])
    expect(out).not.toContain('✗')
    expect(out).not.toContain('–')
    expect(out).toContain('验证通过')
    expect(out.match(/✓ 公开的明文/g)).toHaveLength(3)
    expect(out).toContain('✓ 日志由')
    expect(code).toBe(0)
  })

  it('verifies a bid that officers opened jointly, and no bid that too few of them opened', async () => {
    const given = [at('joint.json'), '--notice', at('notice.json'), '--tiles', at('log'), '--bid', at('bid-joint')]
    const whole = await cli([...given, '--bid', at('opening.json')])
    expect(whole.out).not.toContain('✗')
    expect(whole.out).toContain('✓ 保管人的解密：第 1、2 名保管人的解密成立')
    expect(whole.out.match(/✓ 公开的明文/g)).toHaveLength(3)
    expect(whole.code).toBe(0)
    const short = await cli([...given, '--bid', at('opening-short.json')])
    expect(short.out).toContain('✗ 保管人的解密')
    expect(short.code).toBe(1)
    const none = await cli(given)
    expect(none.out).toContain('未提供联合解密记录')
    expect(none.code).toBe(2)
  })

  it('verifies the same from one archive, and prints JSON', async () => {
    const { code, out } = await cli(['--archive', at('all.zip'), '--json'])
    const report = JSON.parse(out) as Report
    expect(report.verdict).toBe('valid')
    expect(report.sections.map((section) => section.title)).toEqual([
      '回执：办公设备 · 甲公司 · 第 1 轮',
      '投标文件',
      '日志检查点',
    ])
    expect(code).toBe(0)
  })

  it('says what is missing when it has the receipt alone', async () => {
    const { code, out } = await cli([at('gm.json')])
    expect(out).toContain('– 平台签名（SM2）')
    expect(out).toContain('材料不全')
    expect(code).toBe(2)
  })

  it('finds the forged receipt and the altered file', async () => {
    const forged = await cli([at('forged.json'), '--notice', at('notice.json'), '--tiles', at('log')])
    expect(forged.out).toContain('✗ 平台签名（Ed25519）')
    expect(forged.out).toContain('✗ 回执已写入日志')
    expect(forged.code).toBe(1)
    const bid = ['--bid', at('altered'), '--bid', at('bid-gm', 'release.json')]
    const altered = await cli([at('gm.json'), '--notice', at('notice.json'), ...bid])
    expect(altered.out).toContain('✗ 解密文件：f-technical.bin：文件内容被改动')
    expect(altered.code).toBe(1)
  })

  it('compares two checkpoints without any receipt', async () => {
    const { code, out } = await cli([
      '--notice',
      at('notice.json'),
      '--checkpoint',
      at('checkpoint'),
      '--tiles',
      at('log'),
    ])
    expect(out).toContain('✓ 检查点 2 的签名')
    expect(out).toContain('只增未改')
    expect(code).toBe(0)
  })

  it('refuses what it does not understand', async () => {
    expect((await cli([])).code).toBe(64)
    expect((await cli(['--trust-me'])).code).toBe(64)
    expect((await cli([at('no-such-file.json')])).code).toBe(64)
    expect((await cli([at('bid-gm', 'plain', 'f-business.bin')])).code).toBe(2)
  })
})

describe('the page', () => {
  let browser: Browser
  let page: string

  beforeAll(async () => {
    const outDir = at('dist')
    await build({ configFile: join(HERE, 'vite.config.ts'), logLevel: 'warn', build: { outDir } })
    page = join(outDir, 'index.html')
    browser = await launchBrowser()
  })

  afterAll(() => browser?.close())

  it('is one file that may not reach the network', async () => {
    const html = await readFile(page, 'utf8')
    expect(html).toContain("default-src 'none'")
    expect(html).not.toMatch(/<(script|link)[^>]+(src|href)=/)
  })

  it('verifies a folder of files in a browser, offline, from the disk', async () => {
    const context = await browser.newContext({ offline: true })
    const tab = await context.newPage()
    const problems: string[] = []
    tab.on('pageerror', (error) => problems.push(String(error)))
    tab.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())))
    await tab.goto(pathToFileURL(page).href)
    await tab.setInputFiles('#files', at('all.zip'))
    await tab.waitForSelector('.verdict')
    expect(await tab.textContent('.verdict')).toBe('验证通过：所有项目均已核对且成立')
    expect(await tab.locator('td.pass').count()).toBeGreaterThan(20)
    expect(await tab.locator('td.fail, td.open').count()).toBe(0)

    await tab.setInputFiles('#files', at('forged.json'))
    await tab.waitForSelector('.verdict.invalid')
    expect(await tab.locator('tr[data-check=signature-sm2] td.fail').count()).toBe(1)

    await tab.click('#clear')
    await tab.setInputFiles('#files', [at('intl.json'), at('notice.json')])
    await tab.waitForSelector('.verdict.incomplete')
    expect(await tab.textContent('#count')).toBe('共 2 个文件')
    expect(problems).toEqual([])
    await context.close()
  })
})

describe('archives', () => {
  it('give back what was put in, and refuse what is cut or altered', async () => {
    const bytes = await readFile(at('all.zip'))
    const entries = await unzip(new Blob([bytes]))
    expect(entries.length).toBeGreaterThan(10)
    for (const { path, blob } of entries) {
      expect(Buffer.from(await blob.arrayBuffer()).equals(files.get(path)!)).toBe(true)
    }
    await expect(unzip(new Blob([bytes.subarray(0, -30)]))).rejects.toThrow('zip')
    await expect(unzip(new Blob([bytes.subarray(100)]))).rejects.toThrow('zip')
  })
})

function cli(args: string[]): Promise<{ code: number; out: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [join(HERE, 'cli.ts'), ...args], (_error, out) =>
      resolve({ code: child.exitCode ?? -1, out }),
    )
  })
}

function json(path: string, value: unknown): void {
  text(path, JSON.stringify(value, null, 2))
}

function text(path: string, value: string): void {
  files.set(path, new TextEncoder().encode(value))
}

async function zip(path: string, wanted: (path: string) => boolean): Promise<void> {
  const archive = new ZipFile()
  for (const [name, bytes] of files) {
    if (wanted(name)) archive.addBuffer(Buffer.from(bytes), name, { compress: !name.endsWith('.kbe') })
  }
  archive.end()
  await new Promise<void>((resolve, reject) => {
    archive.outputStream
      .pipe(createWriteStream(path))
      .on('close', () => resolve())
      .on('error', reject)
  })
}
