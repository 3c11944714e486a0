import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchBrowser } from '#e2e/browser.ts'
import type * as draft from './draft.ts'

/* Drafts in a real browser's own database: they outlive the page, and belong to one person and one order. */

const HTML = `<!doctype html><title>t</title><script type="module">
  import * as draft from '/src/features/sealed-bids/web/draft.ts'
  globalThis.draft = draft
</script>`
type InPage = typeof globalThis & { draft: typeof draft }
let vite: ViteDevServer
let page: Page
let origin: string
let close: () => Promise<void>
const cacheDir = mkdtempSync(join(tmpdir(), 'kaibiao-draft-'))

beforeAll(async () => {
  vite = await createServer({
    configFile: false,
    logLevel: 'error',
    cacheDir,
    optimizeDeps: { include: ['zod', 'decimal.js', 'react', '@noble/hashes/sha2.js'] },
    server: { host: '127.0.0.1', port: 0, hmr: false },
  })
  await vite.listen()
  const address = vite.httpServer!.address()
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const browser = await launchBrowser()
  close = () => browser.close()
  page = await browser.newPage()
  // Vite compiles what the page asks for, on a machine that may be busy.
  page.setDefaultTimeout(150_000)
  await page.route(`${origin}/`, (route) => route.fulfill({ contentType: 'text/html', body: HTML }))
})

afterAll(async () => {
  await close?.()
  await vite?.close()
  rmSync(cacheDir, { recursive: true, force: true })
})

const ready = () => page.waitForFunction(() => 'draft' in globalThis)

beforeEach(async () => {
  await page.goto(`${origin}/`)
  await ready()
})

test('prices, marks and files are there again after a reload', async () => {
  await page.evaluate(async () => {
    const d = (globalThis as InPage).draft
    const kept = { ...d.EMPTY_DRAFT, prices: { a: { unitPrice: '1.50', remark: '含税' } }, marks: { 工期: '30' } }
    await d.saveDraft('me|order', kept)
    await d.saveFile('me|order', d.newDraftFile('technical', new File(['%PDF-1.7 内容'], '技术标.pdf')))
  })
  await page.reload()
  await ready()
  const found = await page.evaluate(async () => {
    const d = (globalThis as InPage).draft
    const [file] = await d.loadFiles('me|order')
    return { draft: await d.loadDraft('me|order'), name: file?.name, text: await file?.content.text() }
  })
  expect(found.draft.prices).toEqual({ a: { unitPrice: '1.50', remark: '含税' } })
  expect(found.draft.marks).toEqual({ 工期: '30' })
  expect(found.draft.savedAt).toMatch(/^\d{4}-.*Z$/)
  expect(found).toMatchObject({ name: '技术标.pdf', text: '%PDF-1.7 内容' })
})

test('another person and another order find nothing, also where one id begins like the other', async () => {
  const found = await page.evaluate(async () => {
    const d = (globalThis as InPage).draft
    await d.saveFile('me|order', d.newDraftFile('business', new File(['x'], 'a.pdf')))
    const places = ['you|order', 'me|order2', 'me|orde']
    return Promise.all(places.map(async (place) => [await d.loadDraft(place), await d.loadFiles(place)] as const))
  })
  for (const [kept, files] of found) {
    expect(kept.prices).toEqual({})
    expect(files).toEqual([])
  }
})

test('a removed file and a finished job are gone', async () => {
  const left = await page.evaluate(async () => {
    const d = (globalThis as InPage).draft
    const file = d.newDraftFile('technical', new File(['x'], 'b.pdf'))
    await d.saveFile('gone|order', file)
    await d.removeFile('gone|order', file.id)
    const job = {
      keyId: 'k',
      publicKey: '04',
      inputs: '',
      priceSheetHash: null,
      commit: null,
      parts: [],
      joint: null,
      recoveryCode: null,
    }
    await d.saveJob('gone|order', job)
    const before = await d.loadJob('gone|order')
    await d.dropJob('gone|order')
    return { before, after: await d.loadJob('gone|order'), files: await d.loadFiles('gone|order') }
  })
  expect(left.before?.keyId).toBe('k')
  expect(left.after).toBeUndefined()
  expect(left.files).toEqual([])
})
