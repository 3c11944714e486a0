import { chromium, type Browser, type LaunchOptions } from '@playwright/test'
import { ensureBrowser } from '../bin/browser.mjs'

/** How the system's Chromium is started for tests and pictures: quiet, and also inside a container. */
export function launchOptions(): LaunchOptions {
  // Without a locale of UTF-8 it calls every download with a Chinese name `download`.
  return { executablePath: ensureBrowser(), args: ARGS, env: { ...process.env, LC_ALL: 'C.UTF-8' } }
}

/** A headless browser outside of Playwright's test runner; the caller closes it. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ headless: true, ...launchOptions() })
}

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Two processes fewer: handing every request and frame from one to the next costs a tenth of loading a page.
  '--in-process-gpu',
  '--enable-features=NetworkServiceInProcess2',
]
