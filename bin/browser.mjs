import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { note, Refusal } from './progress.mjs'

// The shell without a window comes first: it paints with half the processor time.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
]
// As the parts of Playwright's own downloads are called.
const PROGRAMS = [
  'chrome-headless-shell-linux64/chrome-headless-shell',
  'chrome-linux/headless_shell',
  'chrome-linux64/chrome',
  'chrome-linux/chrome',
]
// Another installation may be under way.
const PATIENT = ['-o', 'DPkg::Lock::Timeout=300']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/snap/bin/chromium',
]

/** Path of a Chromium: CHROME_PATH, else one on the PATH, at the usual places, or of Playwright's own; else undefined. */
export function findBrowser() {
  const said = process.env.CHROME_PATH
  if (said) {
    if (!isProgram(said)) throw new Refusal(`CHROME_PATH is not a program: ${said}`)
    return said
  }
  const folders = (process.env.PATH ?? '').split(delimiter)
  const onPath = NAMES.flatMap((name) => [...folders, '/usr/bin', '/usr/local/bin'].map((folder) => join(folder, name)))
  return [...onPath, ...PLACES, ...playwrightBrowsers()].find(isProgram)
}

/** As findBrowser, but installs one where that is possible; throws a Refusal that says what to do where it is not. */
export function ensureBrowser() {
  const found = findBrowser()
  if (found) return found
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0) {
    note('no browser found: installing one with apt-get')
    const options = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }
    const install = (name) =>
      execFileSync(
        'apt-get',
        ['install', '-y', '-qq', ...PATIENT, '--no-install-recommends', name, 'fonts-noto-cjk'],
        options,
      )
    try {
      execFileSync('apt-get', ['update', '-qq'], options)
      // Not every release has the shell as a package of its own.
      const hasShell = spawnSync('apt-cache', ['show', NAMES[0]], { stdio: 'ignore' }).status === 0
      install(hasShell ? NAMES[0] : 'chromium')
    } catch (error) {
      throw new Refusal(`no browser found, and apt-get cannot install one: ${error.message}`)
    }
    const installed = findBrowser()
    if (installed) return installed
  }
  throw new Refusal(
    'no browser found. Install Chromium or Chrome (Debian: apt-get install chromium fonts-noto-cjk; anywhere: ' +
      'npx playwright install --with-deps chromium), or say where one is by CHROME_PATH.',
  )
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function playwrightBrowsers() {
  const places = ['.cache/ms-playwright', 'Library/Caches/ms-playwright'].map((path) => join(homedir(), path))
  return [process.env.PLAYWRIGHT_BROWSERS_PATH, ...places]
    .filter((folder) => folder && existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.startsWith('chromium'))
        .toSorted((a, b) => b.localeCompare(a))
        .flatMap((name) => PROGRAMS.map((path) => join(folder, name, path))),
    )
}
