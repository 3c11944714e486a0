import type * as Wujie from 'wujie'
import type { MicroAppName } from '../rules/apps.ts'
import type { AppHost } from './host.ts'

/** How long an app's code may take to arrive, as that of a screen may. */
const READY_TIMEOUT_MS = 120_000
/** The application's page, by an address of its own. */
const PAGE = '/micro-app'
/** What it must hold; an answer without is something else, a proxy's error page for one. */
const ENTRY = '<script type="module"'

let library: Promise<typeof Wujie> | null = null
let page: Promise<string> | null = null

/** Fetches what every app needs before it is shown: library and page; the pieces they name are in the browser's cache then. */
export async function fetchApps(): Promise<void> {
  await Promise.all([loadLibrary(), loadPage()])
}

/**
 * Shows an app inside `el`, in a realm of its own (iframe of this origin) and a style scope of its own (shadow root). Resolves
 * when the app says that it stands; rejects when it does not come. `again`: begins anew instead of reusing its realm.
 */
export async function showApp(
  name: MicroAppName,
  { el, host, again }: { el: HTMLElement; host: Omit<AppHost, 'ready'>; again: boolean },
): Promise<() => string | null> {
  const [{ startApp, destroyApp }, html] = await Promise.all([loadLibrary(), loadPage()])
  const id = idOf(name)
  if (again) destroyApp(id)
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise((ready, fail) => {
      timer = setTimeout(() => fail(new Error('micro-app took too long to load')), READY_TIMEOUT_MS)
      startApp({
        name: id,
        // The app's routes are addresses of this platform; its page comes as text.
        url: `${window.location.origin}/`,
        html,
        el,
        // An empty page of our own: without it wujie tries a trick with a blob for a second, then loads this very page.
        attrs: { src: '/blank.html', title: '' },
        // The address is the router's alone: see host-screen.tsx.
        sync: false,
        fiber: false,
        plugins: [
          {
            // Behind a script that runs in order wujie puts one as text, which the Content-Security-Policy refuses.
            htmlLoader: (code) => code.replaceAll(ENTRY, ENTRY.replace('<script', '<script async')),
            // Before the first paint of a page; here the page has been painted.
            jsExcludes: [/\/look\.js$/],
          },
        ],
        loadError: (_, error) => fail(error),
        props: { host: { ...host, ready } satisfies AppHost },
      }).catch(fail)
    })
  } finally {
    clearTimeout(timer)
  }
}

/** Not the parameter's name: wujie would take the parameter for its own, and away. */
function idOf(name: MicroAppName): string {
  return `kb-${name}`
}

function loadLibrary() {
  library ??= import('wujie').then(
    (found) => {
      guardHistory()
      return found
    },
    (error: unknown) => {
      library = null
      throw error
    },
  )
  return library
}

function loadPage(): Promise<string> {
  page ??= readPage().catch((error: unknown) => {
    page = null
    throw error
  })
  return page
}

async function readPage(): Promise<string> {
  const response = await fetch(PAGE)
  const text = response.ok ? await response.text() : ''
  if (!text.includes(ENTRY)) throw new Error(`no micro-app: ${response.status}`)
  return text
}

/**
 * wujie tidies the query whenever an app goes, with `replaceState(null, …)`: the router's state would be lost, and values
 * written differently. Nobody else replaces an entry without state, so that these are dropped.
 */
function guardHistory(): void {
  const { history } = window
  const replace = history.replaceState.bind(history)
  history.replaceState = (state, unused, url) => {
    if (state !== null) replace(state, unused, url)
  }
}
