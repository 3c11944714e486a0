/** The parameter by which older platforms hand a log-in over (specification part 1 section 2). */
const ACCESS_CODE = 'x-jczh-ac'

/**
 * Takes such a parameter out of the page's address. It opens nothing here, since only entries of micro-apps take one; left
 * where it is, it would travel on: into the history, and into the way back that the log-in page is given.
 */
export function dropAccessCode(): void {
  const url = new URL(window.location.href)
  if (!url.searchParams.has(ACCESS_CODE)) return
  url.searchParams.delete(ACCESS_CODE)
  window.history.replaceState(window.history.state, '', url)
}
