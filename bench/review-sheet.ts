import { Cast } from '#demo/cast.ts'
import { launchBrowser } from '#e2e/browser.ts'
import { enter } from '#e2e/kit/samples.ts'
import { expertProject } from '#features/review-hall/contract/expert.ts'
import { bigReview, fillSheet, SIZE } from './big-review.ts'
import { quantile } from './load.ts'
import type { Line } from './line.ts'
import type { BenchWorld } from './world.ts'

const OPENINGS = 5
const KEYS = 20

/**
 * The scoring sheet of 60 bidders × 80 items in a browser: from the address to the first field one can type into, and
 * from a key to the next frame. Code is in the browser's cache, as it is for somebody at work.
 */
export async function reviewSheet(world: BenchWorld): Promise<Line[]> {
  const cast = new Cast(world.product)
  const orderId = await bigReview(world.owner, cast)
  await fillSheet(cast, orderId)
  // As autovacuum does within a minute of so many new rows.
  await world.owner.query('vacuum analyze review_score')
  const { wayList } = await (await cast.as('expert1')).call(expertProject, { params: { projectId: orderId } })
  const [way] = wayList
  const address = `/review/projects/${orderId}/review-session/${way!.wayId}/${way!.wayType}`
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({ baseURL: world.product, viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await enter(page, { base: world.product, who: 'expert1', workbench: 'expert' })
    await page.addInitScript(watchForSheet)
    const opened: number[] = []
    for (let i = 0; i <= OPENINGS; i++) {
      await page.goto('about:blank')
      await page.goto(address, { waitUntil: 'commit' })
      const at = await page.evaluate(() => (window as unknown as Stopwatch).sheetStands)
      if (i > 0) opened.push(at)
    }
    const field = page.locator('.rv-mark input').first()
    await field.focus()
    const keys: number[] = []
    for (let i = 0; i < KEYS; i++) {
      keys.push(
        await field.evaluate(
          (element, text) =>
            new Promise<number>((done) => {
              const input = element as HTMLInputElement
              const began = performance.now()
              const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
              set.call(input, text)
              input.dispatchEvent(new InputEvent('input', { bubbles: true }))
              requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)))
            }),
          `0.${i % 10}`,
        ),
      )
    }
    const [first, key] = [quantile(opened, 0.5), quantile(keys, 0.95)]
    const what = `${SIZE.bidders} bidders × ${SIZE.items} items`
    return [
      {
        what: `sheet of ${what}, first paint`,
        figures: `p50 ${first.toFixed(0)} ms, slowest ${Math.max(...opened).toFixed(0)} ms`,
        target: '≤ 1000 ms',
        holds: first <= 1000,
      },
      {
        what: `sheet of ${what}, key to frame`,
        figures: `p95 ${key.toFixed(0)} ms`,
        target: '≤ 100 ms',
        holds: key <= 100,
      },
    ]
  } finally {
    await browser.close()
  }
}

interface Stopwatch {
  sheetStands: Promise<number>
}

/**
 * In the page: `sheetStands` is the time from the navigation to the frame in which the first field stands. It is taken
 * there, since a look from outside is repeated only every half second.
 */
function watchForSheet(): void {
  const watched = window as unknown as Stopwatch
  watched.sheetStands = new Promise((done) => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('.rv-mark input')) return
      observer.disconnect()
      // The frame after the next one begins when this one has been painted.
      requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())))
    }).observe(document, { childList: true, subtree: true })
  })
}
