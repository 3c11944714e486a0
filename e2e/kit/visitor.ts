import { readFile } from 'node:fs/promises'
import {
  expect,
  type Browser,
  type BrowserContext,
  type Download,
  type Locator,
  type Page,
  type Response,
} from '@playwright/test'
import { type Account, PASSWORD } from '#demo/people.ts'
import { seriousViolations } from './axe.ts'
import { strayWords } from './words.ts'

/** What went wrong on the way without stopping anybody: told at the end, all of it. */
export interface Notes {
  /** Violations of serious or critical impact, by screen. */
  axe: string[]
  /** Errors that the browser's console showed. */
  console: string[]
  /** Screens that were looked at. */
  screens: string[]
}

/** Somebody in a browser of their own. */
export interface Visitor {
  page: Page
  context: BrowserContext
  /** Waits until the screen stands still and looks at it with axe and for stray words, unless one of this name has been looked at. */
  inspect(screen: string): Promise<void>
  /** The content of what a click downloads, in this window or a new one. */
  download(click: () => Promise<void>): Promise<{ name: string; content: Buffer }>
  /** The answer to what a click opens in a window of its own, by its single-use ticket: a PDF is shown, not saved. */
  opened(click: () => Promise<void>): Promise<Response>
}

export function newNotes(): Notes {
  return { axe: [], console: [], screens: [] }
}

/** Browsers of the file that runs: a worker runs one file at a time. */
const open = new Set<BrowserContext>()

/** Closes the browsers of everybody who came: left open, they would go on asking a server that is gone. */
export async function closeVisitors(): Promise<void> {
  const all = [...open]
  open.clear()
  await Promise.all(all.map((context) => context.close()))
}

export async function newVisitor(browser: Browser, { base, notes }: { base: string; notes: Notes }): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: base,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  open.add(context)
  context.on('console', (message) => {
    if (message.type() !== 'error' || isQuestion(message.text(), message.location().url)) return
    notes.console.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => notes.console.push(error.error().message))
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  return {
    page,
    context,
    inspect: async (screen) => {
      // Once is enough, and looking takes a second.
      if (notes.screens.includes(screen)) return
      notes.screens.push(screen)
      notes.axe.push(...(await violationsOf(page)).map((text) => `${screen}: ${text}`))
      expect(await strayWords(page)).toEqual([])
    },
    download: async (click) => {
      const found = Promise.race([page.waitForEvent('download'), fromPopup(page)])
      await click()
      const download = await found
      return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
    },
    opened: async (click) => {
      const found = context.waitForEvent('response', (response) => response.url().includes('ticket='))
      await click()
      const response = await found
      await context.pages().at(-1)!.close()
      return response
    },
  }
}

/** Logs in through the login page and waits for the home page. */
export async function logIn({ page }: Pick<Visitor, 'page'>, account: Account, password = PASSWORD): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('账号').fill(account)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('button', { name: '用户菜单' })).toBeVisible()
}

/** The server asks before it publishes candidates, a winner or an archive that lacks something; browsers log that as an error. */
function isQuestion(text: string, url: string): boolean {
  return text.includes('409') && /\/orders\/[^/]+\/(candidates|winner|archive)$/.test(url)
}

/** Says yes to the question that is open, with a double click. */
export async function agree(page: Page, answer = '确定'): Promise<void> {
  await twice(page.getByRole('dialog').getByRole('button', { name: answer, exact: true }))
}

/**
 * Clicks twice at one instant, before the page can draw anything else. What cannot be taken back must happen once: a second
 * request would be refused, and the console say so.
 */
export async function twice(button: Locator): Promise<void> {
  await button.click({ trial: true })
  await button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
}

/** Chooses from a list that opens at a click. */
export async function choose(select: Locator, option: string): Promise<void> {
  await select.click()
  await select.page().locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click()
}

/** Waits for a word at the top of the page. */
export async function told(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.locator('.ant-message-notice:not([data-left])').filter({ hasText: text }).first()).toBeVisible()
}

/** Waits until a file is with the server: while it is on its way its name stands there already, and nothing is submitted. */
export async function uploaded(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('button', { name: `移除 ${name}` })).toBeVisible()
}

export async function violationsOf(page: Page): Promise<string[]> {
  const found = await violationsNow(page)
  // A notice that was just fading in has come by then; what is wrong is still wrong.
  return found.length === 0 ? found : violationsNow(page)
}

async function violationsNow(page: Page): Promise<string[]> {
  await standsStill(page)
  return seriousViolations(page)
}

/** Nothing is being loaded any more, and every animation that ends has ended. */
export async function standsStill(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map((one) => one.finished))
  })
}

/**
 * Goes to another page as a link of the product does: loading the product anew costs twice as much. What the product knows
 * is forgotten first, as for a page that the browser kept while another was shown: it may have been changed elsewhere. Where
 * nothing is shown yet, something would be lost, or only the query differs, the page is loaded. Resolves when the page before
 * is gone. `keeps`: nothing changes meanwhile.
 */
export async function goWithin(page: Page, address: string, { keeps = false } = {}): Promise<void> {
  const isUnderWay = await page.evaluate(
    ({ to, knows }) => {
      const heading = document.querySelector('main h1')
      if (!heading || new URL(to, location.href).pathname === location.pathname) return false
      if (!dispatchEvent(new Event('beforeunload', { cancelable: true }))) return false
      if (!knows) dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      // What was said on the page before would be gone, had this one been loaded.
      for (const notice of document.querySelectorAll('.ant-message-notice')) notice.setAttribute('data-left', '')
      // Within the shell every address draws its own heading.
      heading.setAttribute('data-left', '')
      history.pushState({ idx: ((history.state as { idx?: number } | null)?.idx ?? 0) + 1 }, '', to)
      dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }))
      return true
    },
    { to: address, knows: keeps },
  )
  if (!isUnderWay) await page.goto(address)
  await expect(page.locator('h1[data-left]')).toHaveCount(0)
}

async function fromPopup(page: Page): Promise<Download> {
  const popup = await page.waitForEvent('popup')
  return popup.waitForEvent('download')
}
