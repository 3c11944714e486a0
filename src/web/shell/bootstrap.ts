import type { OutputOf } from '#contract/endpoint.ts'
import { ERRORS } from '#contract/errors.ts'
import { CallError, call, callContext } from '../call.ts'
import { setTenantName } from '../page-title.ts'
import {
  currentTenant,
  employeeOneself,
  joinedCompanies,
  loginStatus,
  logout,
  menus,
  oneself,
  superviseInfo,
} from '../platform.ts'
import { entryTenant } from './access-code.ts'
import { enterWorkbench, rememberedWorkbench, session, sessionOut } from './session.ts'

/** Set on the company page by a person who works without one (expert, platform administrator), for this tab. */
export const AS_PERSON = 'kb.as-person'

/** Where the person wanted to go before choosing a company, for this tab. */
export const JUMP = 'kb.jump'

/**
 * Loads the tenant of this address: name, logo, colour. Throws CallError after having logged out; without the tenant there
 * is no page at all.
 */
export async function loadTenant(): Promise<void> {
  try {
    await twice(readTenant)
  } catch (error) {
    await leave()
    throw error
  }
}

async function readTenant(): Promise<void> {
  const named = await namedTenant()
  const own = () => call(currentTenant, {})
  const tenant = await (named ? call(currentTenant, { query: named }).catch(own) : own())
  callContext.tenantId = tenant.tenantId
  setTenantName(tenant.name)
  session.set({ tenant, alias: named && (named.alias ?? tenant.alias) === tenant.alias ? tenant.alias : null })
}

/**
 * The tenant that the address names, as `/portal/{alias}`, `?alias=` or `?tenantId=`; for strangers only: who is logged in
 * belongs to one already.
 */
async function namedTenant(): Promise<{ alias?: string; tenantId?: number } | null> {
  const query = new URLSearchParams(location.search)
  const alias = /^\/portal\/([^/]+)$/.exec(location.pathname)?.[1] ?? query.get('alias')
  const tenantId = Number(query.get('tenantId') ?? entryTenant())
  const named = alias !== null ? { alias } : tenantId > 0 ? { tenantId } : null
  return named !== null && !(await call(loginStatus)).loggedIn ? named : null
}

/** How long after a call without an answer, or with a fault of the server, the bootstrap begins again. */
const AGAIN_AFTER_MS = 1_000
const PASSING: ReadonlySet<number> = new Set([0, ERRORS.server.code, ERRORS.unavailable.code])

/**
 * Log-in bootstrap on the first navigation (specification part 1 section 4): status, then company, employee,
 * big-project flag and menus. Not an employee leads to the company page; any failure logs out.
 */
export async function bootstrap(): Promise<void> {
  session.set({ phase: 'loading' })
  try {
    await twice(load)
  } catch {
    await leave()
  }
}

/**
 * Where no answer came, or the server failed, the work begins again once: a browser that is leaving the page drops its
 * requests, a busy server may fail one of them, and neither must end the session. By the time of the second try a page
 * that was left is gone.
 */
async function twice(work: () => Promise<void>): Promise<void> {
  await work().catch(async (error: unknown) => {
    if (!(error instanceof CallError) || !PASSING.has(error.code)) throw error
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS))
    await work()
  })
}

async function load(): Promise<void> {
  const status = await call(loginStatus)
  if (!status.loggedIn) return sessionOut()
  if (status.factorDue) {
    sessionOut()
    return session.set({ phase: 'factor' })
  }
  // Who works in a company asks for all of it at once: every way to the server and back is time before the first screen.
  const askWork = () =>
    Promise.all([call(employeeOneself), status.asEmployee ? call(superviseInfo) : null, call(menus)])
  const [person, work] = await Promise.all([call(oneself), status.asEmployee ? askWork() : null])
  if (!work && !(await worksAlone(person))) {
    callContext.owner = person.userId
    session.set({ phase: 'no-company', person })
    return
  }
  const [employee, supervise, menuTree] = work ?? (await askWork())
  // The list of big projects is opened by the supervision that the company stands under, by nothing else.
  const others = employee.rights.filter((right) => right !== 'bigProjectList')
  const rights = new Set([...others, ...(supervise?.bigProject ? ['bigProjectList'] : [])])
  const { workbenches } = employee
  callContext.owner = `${person.userId}.${employee.company?.companyId ?? ''}`
  session.set({
    person,
    employee,
    rights,
    workbenches,
    disabled: employee.status === 0 || employee.company?.status === 0,
    menus: menuTree,
  })
  enterWorkbench(rememberedWorkbench(person.userId, workbenches))
  session.set({ phase: 'in' })
}

/** Experts and platform administrators need no company: they have none, or chose to work without. */
async function worksAlone(person: OutputOf<typeof oneself>): Promise<boolean> {
  if (!person.isExpert && !person.isPlatformAdmin) return false
  return sessionStorage.getItem(AS_PERSON) === person.userId || (await call(joinedCompanies)).length === 0
}

/** Logs out, whatever the server says to it, and forgets the person. */
export async function leave(): Promise<void> {
  await call(logout).catch(() => undefined)
  sessionStorage.removeItem(AS_PERSON)
  sessionOut()
}
