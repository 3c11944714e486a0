import { createContext, useContext } from 'react'
import { createStore } from './store.ts'
import type { Mode } from './theme.ts'

/** What a person may choose for their browser; light until they do. */
export const LOOKS = [
  { value: 'light', label: '浅色' },
  { value: 'dark', label: '深色' },
  { value: 'system', label: '跟随系统' },
] as const
export type Look = (typeof LOOKS)[number]['value']

/** Also known to public/look.js, which reads it before the first paint. */
const KEPT_AS = 'kb.look'

interface Surroundings {
  mode: Mode
  /** The tenant's. */
  themeColor: string
}

/** What things around a component are drawn in: a hall or a sheet of paper has a mode of its own. */
export const SurroundingsContext = createContext<Surroundings>({ mode: 'light', themeColor: '' })
export const useMode = (): Mode => useContext(SurroundingsContext).mode

interface State {
  look: Look
  /** The system asks for dark. */
  systemIsDark: boolean
  /** What goes to paper is light. */
  printing: boolean
}

const state = createStore<State>({ look: keptLook(), systemIsDark: false, printing: false })
followBrowser()

export const useLook = (): Look => state.use().look

/** Keeps a choice for this browser; its other windows follow. */
export function chooseLook(look: Look): void {
  localStorage.setItem(KEPT_AS, look)
  state.set({ look })
}

/** The mode of ordinary pages now. */
export function usePageMode(): Mode {
  const now = state.use()
  if (now.printing) return 'light'
  return now.look === 'dark' || (now.look === 'system' && now.systemIsDark) ? 'dark' : 'light'
}

/** Whether the page is being printed: then it is light, wherever it is. */
export const usePrinting = (): boolean => state.use().printing

function keptLook(): Look {
  const kept = typeof localStorage === 'undefined' ? null : localStorage.getItem(KEPT_AS)
  return LOOKS.find(({ value }) => value === kept)?.value ?? 'light'
}

function followBrowser(): void {
  if (typeof matchMedia !== 'function') return
  const dark = matchMedia('(prefers-color-scheme: dark)')
  state.set({ systemIsDark: dark.matches })
  dark.addEventListener('change', () => state.set({ systemIsDark: dark.matches }))
  window.addEventListener('storage', ({ key }) => {
    if (key === KEPT_AS || key === null) state.set({ look: keptLook() })
  })
  window.addEventListener('beforeprint', () => state.set({ printing: true }))
  window.addEventListener('afterprint', () => state.set({ printing: false }))
}
