import { ERRORS } from '#contract/errors.ts'
import { onCallError } from '../call.ts'
import type { CallError } from '../call.ts'
import { tell, toast } from '../feedback.ts'
import { factorAddress, goTo, loginAddress } from '../navigation.ts'
import { loginStatus } from '../platform.ts'
import { leave } from './bootstrap.ts'
import { session, sessionOut } from './session.ts'

/**
 * What the shell does itself about failed calls of a person who is in (specification part 2 section 8). Who has not entered
 * a company yet can lose the session as well.
 */
export function watchCalls(): () => void {
  return onCallError((error, endpoint) => {
    const { phase } = session.get()
    const isLost = error.code === ERRORS.unauthenticated.code
    if (phase !== 'in' && !(phase === 'no-company' && isLost)) return
    switch (error.code) {
      case ERRORS.factorNeeded.code:
        error.handled = true
        return void once(() => proveFirst('请先完成双重验证'))
      case ERRORS.stepUp.code:
        // Asked for in place (`provideProof`); this is for a page whose dialog did not come.
        if (!error.wantsProof || error.handled) return
        error.handled = true
        return void once(() => proveFirst(error.message))
      case ERRORS.unauthenticated.code:
        if (endpoint.path === loginStatus.path) return
        error.handled = true
        return void once(expired)
      case ERRORS.disabled.code:
        error.handled = true
        return void disabled()
      case ERRORS.notEmployee.code:
        error.handled = true
        toast.warning(ERRORS.notEmployee.message)
        return goTo('/select-company')
      case ERRORS.noRight.code:
        // A page whose own data is refused is the no-permission page; the error state of the kit says the same in place.
        if (endpoint.method !== 'GET') return
        error.handled = true
        return goTo('/401', { replace: true })
      case ERRORS.migrated.code:
        error.handled = true
        return void once(() => moved(error))
      default:
    }
  })
}

/** The dialog of a disabled person or company: nothing can be done but leave. Told once, whoever notices it. */
export function disabled(): Promise<void> {
  return once(async () => {
    await tell({ title: '系统提示', content: ERRORS.disabled.message })
    await leave()
    goTo('/login', { replace: true })
  })
}

let busy = false

/** Ten calls may fail together: the person is told once. */
async function once(work: () => Promise<void>): Promise<void> {
  if (busy) return
  busy = true
  await work().finally(() => (busy = false))
}

/** To the page where the second factor is shown, and back to where the person is now. */
async function proveFirst(why: string): Promise<void> {
  const from = window.location.pathname + window.location.search
  await tell({ title: '验证身份', content: why, okText: '去验证' })
  goTo(factorAddress(from))
}

async function expired(): Promise<void> {
  const from = window.location.pathname + window.location.search
  await tell({ title: '系统提示', content: ERRORS.unauthenticated.message, okText: '重新登录' })
  sessionOut()
  goTo(loginAddress(from), { replace: true })
}

async function moved(error: CallError): Promise<void> {
  await tell({ title: '系统提示', content: error.message })
  const { details } = error
  const to = typeof details === 'object' && details !== null && 'path' in details ? String(details.path) : ''
  if (/^\/(?!\/)/.test(to)) goTo(to, { replace: true })
}
