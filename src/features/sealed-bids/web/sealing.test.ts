import type { Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServer, type ViteDevServer } from 'vite'
import { COMPANIES } from '#demo/companies.ts'
import { testSystem, type TestSystem } from '#server/testing/test-system.ts'
import { launchBrowser } from '#e2e/browser.ts'
import { generateKeyPair } from '#features/sealing/core/keys.ts'
import { openWithPrivateKey } from '#features/sealing/core/envelope.ts'
import type { SuiteName } from '#features/sealing/core/suite-types.ts'
import { BID_FEATURES, seedOrder } from '../server/testing/test-bids.ts'
import type { SealingPage } from './sealing-page.ts'

/* The worker, its storage and the upload in a real browser against a real server. */

const HTML =
  '<!doctype html><title>t</title><script type="module" src="/src/features/sealed-bids/web/sealing-page.ts"></script>'
const companyId = COMPANIES.supplier1.id
let system: TestSystem
let vite: ViteDevServer
let page: Page
let close: () => Promise<void>
const orders: Record<string, string> = {}

beforeAll(async () => {
  system = await testSystem({ from: 'people', features: BID_FEATURES })
  const bidEnd = new Date(system.kernel.clock.now().getTime() + 3_600_000)
  for (const suite of ['intl', 'gm'] as const)
    orders[suite] = await seedOrder(system.owner, { bidEnd, suite, companyIds: [companyId] })
  vite = await createServer({
    configFile: false,
    logLevel: 'error',
    cacheDir: `${system.config.dataDir}/vite`,
    optimizeDeps: {
      include: [
        'tus-js-client',
        '@noble/curves/nist.js',
        '@noble/curves/ed25519.js',
        'sm-crypto-v2',
        'zod',
        'decimal.js',
      ],
    },
    server: { host: '127.0.0.1', port: 0, hmr: false, proxy: { '/api': { target: system.base } } },
  })
  await vite.listen()
  const address = vite.httpServer!.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const browser = await launchBrowser()
  close = () => browser.close()
  page = await browser.newPage()
  await page.route(`${origin}/`, (route) => route.fulfill({ contentType: 'text/html', body: HTML }))
  await page.goto(`${origin}/`)
  await page.waitForFunction(() => 'page' in globalThis)
  await page.evaluate(() => (globalThis as unknown as { page: SealingPage }).page.logIn('supplier1', 'Kaibiao2026'))
})

afterAll(async () => {
  await close?.()
  await vite?.close()
})

for (const suite of ['intl', 'gm'] as const satisfies SuiteName[]) {
  test(`a file is sealed in a worker, uploaded, and opens again (${suite})`, async () => {
    const key = generateKeyPair(suite)
    const orderId = orders[suite]!
    const fileId = crypto.randomUUID()
    const size = 5_000_000
    const found = await page.evaluate(
      async ({ orderId, companyId, fileId, size, recipient }) => {
        const { sealing, shelf } = (globalThis as unknown as { page: SealingPage }).page
        const bytes = new Uint8Array(size).map((_, i) => i % 251)
        const stages: string[] = []
        const place = { tenantId: '1', orderId, bidderId: companyId, round: 1, fileId, role: 'technical' as const }
        const done = await sealing.sealAndUpload(
          { source: new Blob([bytes]), name: '技术标.bin', place, recipient },
          { onProgress: (stage) => stages.at(-1) === stage || stages.push(stage) },
        )
        const kept = await shelf.sealedItems({ orderId, bidderId: companyId })
        return {
          view: done.view,
          sealed: done.sealed,
          stages,
          kept: kept.map((item) => [item.file.name, item.file.size]),
        }
      },
      { orderId, companyId, fileId, size, recipient: { suite, publicKey: key.publicKey } },
    )
    expect(found.stages).toEqual(['sealing', 'uploading', 'checking'])
    expect(found.view).toMatchObject({ envelopeId: fileId, role: 'technical', name: '技术标.bin', plainSize: size })
    expect(found.kept).toEqual([[`${fileId}.kbe`, found.sealed.cipherSize]])
    const { rows } = await system.owner.query<{ sha256: Buffer }>('select sha256 from file_object where id = $1', [
      found.view.fileId,
    ])
    const stream = await system.kernel.files.read(rows[0]!.sha256.toString('hex'))
    const opened = openWithPrivateKey(stream, key.privateKey, {
      expect: { tenantId: '1', orderId, bidderId: companyId },
    })
    let length = 0
    for await (const piece of opened.stream) {
      for (let i = 0; i < piece.length; i += 997) expect(piece[i]).toBe((length + i) % 251)
      length += piece.length
    }
    expect((await opened.result).plainCommit).toBe(found.sealed.plainCommit)
    expect(length).toBe(size)
  })
}

test('an upload broken off goes on from the shelf, and aborting stops the work', async () => {
  const { publicKey } = generateKeyPair('intl')
  const outcome = await page.evaluate(
    async ({ orderId, companyId, recipient }) => {
      const { sealing: m, shelf } = (globalThis as unknown as { page: SealingPage }).page
      await shelf.dropSealedItems({ orderId, bidderId: companyId })
      const place = (fileId: string) => ({
        tenantId: '1',
        orderId,
        bidderId: companyId,
        round: 1,
        fileId,
        role: 'business' as const,
      })
      const source = new Blob([new Uint8Array(24_000_000)])
      const stop = new AbortController()
      const task = { source, name: 'b.bin', place: place(crypto.randomUUID()), recipient }
      const item = await m.sealInWorker(task)
      const broken = await m
        .uploadSealed(item, {
          orderId,
          signal: stop.signal,
          // Behind the first piece of three, which the server has taken whole by then.
          onProgress: (_, share) => share > 0.5 && stop.abort(new Error('broken off')),
        })
        .catch((error: Error) => error.message)
      const again = await shelf.sealedItems({ orderId, bidderId: companyId })
      let first = -1
      const done = await m.uploadSealed(again[0]!, {
        orderId,
        onProgress: (_, share) => (first = first < 0 ? share : first),
      })
      const early = new AbortController()
      const aborted = await m
        .sealInWorker(
          { ...task, place: place(crypto.randomUUID()) },
          { signal: early.signal, onProgress: () => early.abort(new Error('stopped')) },
        )
        .catch((error: Error) => error.message)
      await shelf.dropSealedItems({ orderId, bidderId: companyId })
      return {
        broken,
        size: done.view.size,
        expected: item.sealed.cipherSize,
        first,
        aborted,
        left: (await shelf.sealedItems({ orderId, bidderId: companyId })).length,
      }
    },
    { orderId: orders.intl!, companyId, recipient: { suite: 'intl' as const, publicKey } },
  )
  expect(outcome).toMatchObject({ broken: 'broken off', aborted: 'stopped', left: 0, size: outcome.expected })
  // It did not begin at the beginning.
  expect(outcome.first).toBeGreaterThan(0.2)
})
