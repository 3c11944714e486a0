import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { Cast } from '#demo/cast.ts'
import { markAllRead } from '#features/messages/contract.ts'
import { enter } from '../kit/samples.ts'
import { standsStill } from '../kit/visitor.ts'
import { type Sample, samples } from './samples.ts'

// A picture of every screen of the address list, by workbench, at 1440 px and 390 px, into shots/. Fails where a screen
// is empty, is not the one asked for, or complains to the console. `SHOTS=purchaser` restricts it to names that match.
const FOLDER = join(import.meta.dirname, '../../shots')
const wanted = new RegExp(process.env.SHOTS ?? '.')

test('every screen of the address list', async ({ browser, baseURL }) => {
  test.setTimeout(1_800_000)
  const base = baseURL!
  const { all, unknown } = await samples(base)
  for (const address of unknown) console.log(`  no picture: ${address} (its parameters are not in the demonstration)`)
  const cast = new Cast(base)
  const problems: string[] = []
  const byPerson = Map.groupBy(
    all.filter((one) => wanted.test(`${one.workbench || 'public'}/${one.name}`)),
    (one) => `${one.who} ${one.workbench}`,
  )
  for (const group of byPerson.values()) {
    const { who, workbench } = group[0]!
    const folder = join(FOLDER, workbench || 'public')
    await mkdir(folder, { recursive: true })
    const page = await browser.newPage({
      baseURL: base,
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    })
    if (who) await enter(page, { base, who, workbench })
    // The word in the corner about new messages belongs to no screen.
    if (who && workbench) await (await cast.as(who)).call(markAllRead, { query: { identity: workbench } })
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    for (const sample of group) {
      complaints.length = 0
      const problem = await picture(page, sample, folder).catch((error: unknown) => String(error).split('\n')[0]!)
      for (const text of [problem, ...complaints])
        if (text) problems.push(`${workbench || 'public'}/${sample.name}: ${text}`)
    }
    await page.context().close()
  }
  expect(problems).toEqual([])
})

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
