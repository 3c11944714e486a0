type Go = (to: string, options?: { replace?: boolean }) => void

let go: Go = (to) => window.location.assign(to)

/** Connects navigation from outside React with the router; the shell calls it once. */
export function connectNavigation(navigate: Go): void {
  go = navigate
}

/** Goes to an address of this application from outside React. */
export function goTo(to: string, options?: { replace?: boolean }): void {
  go(to, options)
}

/** An address to come back to: only inside this application, never the log-in page itself. */
export function safeReturn(address: string | null | undefined): string {
  if (!address || !/^\/(?![/\\])/.test(address) || /^\/(login|second-factor|select-company|blank-page)\b/.test(address))
    return '/'
  return address
}

/** The log-in page with the way back. */
export function loginAddress(from: string): string {
  const back = safeReturn(from)
  return back === '/' ? '/login' : `/login?returnUrl=${encodeURIComponent(back)}`
}

/** The page where the second factor is shown, with the way back. */
export function factorAddress(from: string): string {
  const back = safeReturn(from)
  return back === '/' ? '/second-factor' : `/second-factor?returnUrl=${encodeURIComponent(back)}`
}
