import { parentDomain } from './parent-domain.ts'

/** The parameter by which other platforms hand a log-in over (specification part 1 section 2). */
const ACCESS_CODE = 'x-jczh-ac'
const TENANT = 'tenantId'
const DAYS_KEPT = 7

/** Embedded applications; an address that ends in one of them, or is one of their pages, is their entry. */
const MICRO_APPS = ['performance', 'wuling'] as const

let enteredTenant: number | null = null

/**
 * Takes what another platform hands over out of the page's address: the access code and, where one enters by it or into
 * an embedded application, the tenant. Both are kept where those applications look for them; here they open nothing. Left
 * in the address they would travel on: into the history, and into the way back that the log-in page is given.
 */
export function takeEntry(): void {
  const url = new URL(window.location.href)
  const code = url.searchParams.get(ACCESS_CODE)
  const isMicro =
    url.pathname.startsWith('/micro/') || MICRO_APPS.some((name) => url.pathname.split('/').at(-1) === name)
  if (code === null && !isMicro) return
  const tenant = Number(url.searchParams.get(TENANT))
  url.searchParams.delete(ACCESS_CODE)
  url.searchParams.delete(TENANT)
  window.history.replaceState(window.history.state, '', url)
  if (code) keepCode(code)
  if (!Number.isSafeInteger(tenant) || tenant <= 0) return
  enteredTenant = tenant
  localStorage.setItem(TENANT, String(tenant))
}

/** The tenant that this page was entered for. */
export function entryTenant(): number | null {
  return enteredTenant
}

/** On the parent domain, for the applications beside this one; on the own host where there is no such domain. */
function keepCode(code: string): void {
  const { hostname, protocol } = window.location
  const parent = parentDomain(hostname)
  const value = `${ACCESS_CODE}=${encodeURIComponent(code)}`
  const rules = `max-age=${DAYS_KEPT * 86_400}; path=/; samesite=lax${protocol === 'https:' ? '; secure' : ''}`
  if (parent) document.cookie = `${value}; ${rules}; domain=${parent}`
  if (!document.cookie.split('; ').includes(value)) document.cookie = `${value}; ${rules}`
}
