import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, expect, test, type Page } from '@playwright/test'
import { WORKBENCHES } from '#contract/workbench.ts'
import { Cast } from '#demo/cast.ts'
import { PASSWORD } from '#demo/people.ts'
import { markAllRead } from '#features/messages/contract.ts'
import { enter, worldIsPlayed } from '../kit/samples.ts'
import { standsStill } from '../kit/visitor.ts'
import { type Sample, samples } from './samples.ts'

// A picture of every screen of the address list, by workbench, at 1440 px and 390 px, into shots/. Fails where a screen
// is empty, is not the one asked for, or complains to the console. `SHOTS=purchaser` restricts it to names that match.
const FOLDER = join(import.meta.dirname, '../../shots')
const wanted = new RegExp(process.env.SHOTS ?? '.')

// Workbench beside workbench: most of the time goes into waiting until a screen stands still.
test.describe.configure({ mode: 'parallel', timeout: 3_600_000 })

test.beforeAll(({ baseURL }) => worldIsPlayed(baseURL!))

for (const place of ['public', ...Object.keys(WORKBENCHES)]) {
  test(`every screen: ${place}`, async ({ browser, baseURL }) => {
    const base = baseURL!
    const { all, unknown } = await samples(base)
    const problems = unknown.map((pattern) => `${pattern}: its parameters are not in the demonstration`)
    const shown = all.filter((one) => (one.workbench || 'public') === place && wanted.test(`${place}/${one.name}`))
    const folder = join(FOLDER, place)
    await mkdir(folder, { recursive: true })
    for (const group of Map.groupBy(shown, (one) => `${one.who} ${one.host}`).values()) {
      const { page, close } = await visit(browser, { base, ...group[0]! })
      const complaints: string[] = []
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
      page.on('pageerror', (error) => complaints.push(error.message))
      for (const sample of group) {
        complaints.length = 0
        const problem = await picture(page, sample, folder).catch((error: unknown) => String(error).split('\n')[0]!)
        for (const text of [problem, ...complaints]) if (text) problems.push(`${place}/${sample.name}: ${text}`)
      }
      await close()
    }
    expect(problems).toEqual([])
  })
}

/** A page in which somebody is logged in and has no new messages: the word in the corner belongs to no screen. */
async function visit(browser: Browser, { base, who, workbench, host }: { base: string } & Omit<Sample, 'name'>) {
  const context = await browser.newContext({
    baseURL: host ? `http://${host}:${new URL(base).port}` : base,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  if (who && host) await logInAt(page, who)
  else if (who) await enter(page, { base, who, workbench })
  if (who && workbench) await (await new Cast(base).as(who)).call(markAllRead, { query: { identity: workbench } })
  return { page, close: () => context.close() }
}

/** Another tenant's name is known to the browser alone: the page itself logs in. */
async function logInAt(page: Page, account: string): Promise<void> {
  await page.goto('/login')
  await page.evaluate(
    async (body) => {
      await fetch('/api/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    },
    { mode: 'password', account, password: PASSWORD },
  )
}

/** Takes both pictures; says what is wrong with the screen, if anything. */
async function picture(page: Page, { name, address }: Sample, folder: string): Promise<string | null> {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(address)
  const heading = page.getByRole('heading').first()
  const hasHeading = await heading.waitFor({ timeout: 30_000 }).then(
    () => true,
    () => false,
  )
  await page.waitForLoadState('networkidle')
  // One skeleton may follow another: code, then data, then a document.
  await expect(async () => {
    for (let i = 0; i < 3; i++) {
      expect(await page.locator('.kb-skeleton').count()).toBe(0)
      await page.waitForTimeout(400)
    }
  }).toPass({ timeout: 60_000 })
  await standsStill(page)
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
  const at = new URL(page.url()).pathname
  if (/^\/(404|401|login)$/.test(at) && !address.startsWith(at)) return `leads to ${at}`
  if (!hasHeading) return 'has no heading'
  if ((await page.locator('body').innerText()).trim().length < 20) return 'is empty'
  await page.setViewportSize({ width: 390, height: 844 })
  await standsStill(page)
  await page.screenshot({ path: join(folder, `${name}-390.png`), fullPage: true })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  return width > 390 ? `is ${width} px wide on a phone` : null
}
